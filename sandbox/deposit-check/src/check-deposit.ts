import { Entrada } from '@entrada/client/entrada';
import { verifyWebhook } from '@entrada/client/verify-webhook';
import { patiently } from './patiently.ts';
import { signUp } from './sign-up.ts';
import { openReceiver } from './webhook-receiver.ts';

const VALUE_CENTS = 5_000;
const CREDITED = 'DEPOSIT_ASSET_SUCCESS';

type Addresses = { readonly baseUrl: string; readonly receiverUrl: string };

/** Create, pay, credited, webhook received and its signature verified; throws at the first that fails. */
export async function checkDeposit(
  { baseUrl, receiverUrl }: Addresses,
  say: (sentence: string) => void,
): Promise<void> {
  const port = Number(new URL(receiverUrl).port);
  await using receiver = await openReceiver({ host: '0.0.0.0', port });
  const { key: apiKey } = await patiently(() => signUp(baseUrl));
  const api = new Entrada({ baseUrl, apiKey });
  say(`account created at ${baseUrl}`);
  const endpoint = { name: 'helm test', url: receiverUrl, events: [CREDITED] };
  const { secret } = await patiently(() => api.webhooks.create(endpoint));
  say(`endpoint ${receiverUrl} created`);

  const created = await api.deposits.create({ value: VALUE_CENTS });
  say(`deposit ${created.paymentLinkId} of ${created.value} cents created`);
  const order = { paymentLinkId: created.paymentLinkId, scenario: 'pay' } as const;
  await api.request('POST /api/sandbox/pay', { body: order });
  await api.deposits.waitUntilPaid(created.paymentLinkId);
  say('paid at the sandbox bank');

  const expected = created.value - created.fee;
  await patiently(async () => (await api.balance()).available === expected || null);
  say(`credited: ${expected} cents after the fee of ${created.fee}`);
  const { headers, body } = await patiently(
    () => receiver.received.find((one) => one.body.includes(created.paymentLinkId)) ?? null,
  );
  const { id, event } = await verifyWebhook(headers, body, secret);
  if (event !== CREDITED) throw new Error(`The webhook says ${event}, not ${CREDITED}`);
  say(`webhook ${id} received, its signature is valid`);
}
