import type { CreateDepositRequest, PayInSandboxRequest } from '@entrada/client/gen/api';
import { eventually } from '@entrada/platform/testing/eventually';
import { startReceiver } from '../../services/gateway/test/receiver.ts';
import type { RunningSystem } from '../harness/run-system.ts';
import { type Merchant, newMerchant } from './merchant.ts';

const EXPIRES_IN_SECONDS = 60;
const FAILING = 500;

/** An account in which every page has something to show: deposits of each status, deliveries, suspense. */
export async function seedAccount(system: RunningSystem) {
  await using starting = new AsyncDisposableStack();
  const receiver = starting.use(await startReceiver());
  const failing = starting.use(await startReceiver());
  const merchant = await newMerchant(system.baseUrl, 'Loja da Ana');
  const { api } = merchant;
  await api.request('POST /api/keys', { body: { name: 'Loja, produção' } });
  const reports = { name: 'Relatórios', scopes: ['balance:read'] };
  await api.request('POST /api/keys', { body: reports });
  const newWebhook = async (name: string, url: string) =>
    (await api.request('POST /api/webhooks', { body: { name, url } })).webhook.id;
  const webhook = await newWebhook('ERP da loja', receiver.url);
  const broken = await newWebhook('Planilha', failing.url);
  failing.answer(FAILING);

  const paid = await paidDeposit(merchant, { value: 15_990, description: 'Camiseta azul, M' });
  const refunded = await paidDeposit(merchant, { value: 125_000, externalId: 'pedido-1042' });
  await paidDeposit(merchant, { value: 4_200 }, 'twice');
  await refund(merchant, refunded, { value: 4_000, reason: 'Produto com defeito' });
  const canceled = await newDeposit(merchant, { value: 900 });
  await api.request('DELETE /api/deposit/{paymentLinkId}', { path: { paymentLinkId: canceled } });
  const pending = await newDeposit(merchant, { value: 8_900, description: 'Sapato' });
  const deliveryOf = (webhookId: string, status: string) =>
    eventually(async () => {
      const found = await api.request('GET /api/deliveries', { query: { webhookId, limit: 50 } });
      return found.deliveries.find((one) => one.status === status)?.id ?? false;
    });
  const delivered = await deliveryOf(webhook, 'DELIVERED');
  await deliveryOf(broken, 'PENDING');
  await eventually(() => failing.received.length > 1);
  const failed = await deliveryOf(broken, 'PENDING');
  await eventually(async () => {
    const path = { paymentLinkId: refunded };
    const { refunds } = await api.request('GET /api/deposit/{paymentLinkId}/refunds', { path });
    return refunds[0]?.status === 'SETTLED';
  });
  const expired = await expire(system, merchant);

  const resources = starting.move();
  return {
    merchant,
    deposits: { paid, refunded, canceled, pending, expired },
    webhook,
    broken,
    deliveries: { delivered, failed },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type SeededAccount = Awaited<ReturnType<typeof seedAccount>>;

export async function newDeposit({ api }: Merchant, body: CreateDepositRequest): Promise<string> {
  return (await api.request('POST /api/deposit', { body })).charge.paymentLinkId;
}

export async function paidDeposit(
  merchant: Merchant,
  deposit: CreateDepositRequest,
  scenario: PayInSandboxRequest['scenario'] = 'pay',
) {
  const paymentLinkId = await newDeposit(merchant, deposit);
  await merchant.api.request('POST /api/sandbox/pay', { body: { paymentLinkId, scenario } });
  await becomes(merchant, paymentLinkId, 'COMPLETED');
  return paymentLinkId;
}

type Refund = { readonly value: number; readonly reason: string };

/** After the payment has been credited: before that the balance does not cover it. */
export async function refund({ api }: Merchant, paymentLinkId: string, body: Refund) {
  await eventually(async () => {
    const { balance } = await api.request('GET /api/balance');
    return balance.available >= body.value;
  });
  const order = { path: { paymentLinkId }, body, idempotencyKey: paymentLinkId };
  await api.request('POST /api/deposit/{paymentLinkId}/refund', order);
}

function becomes({ api }: Merchant, paymentLinkId: string, status: string) {
  return eventually(async () => {
    const path = { paymentLinkId };
    const { charge } = await api.request('GET /api/deposit/{paymentLinkId}', { path });
    return charge.status === status;
  });
}

/** Last: it puts the clock of the bank forward. */
async function expire({ bank }: RunningSystem, merchant: Merchant): Promise<string> {
  const expired = await newDeposit(merchant, { value: 3_300, expiresIn: EXPIRES_IN_SECONDS });
  await bank.control('clock', { advanceSeconds: EXPIRES_IN_SECONDS * 3 });
  await becomes(merchant, expired, 'EXPIRED');
  return expired;
}
