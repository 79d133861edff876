import { setTimeout as delay } from 'node:timers/promises';
import { Entrada } from '@entrada/client/entrada';
import { verifyWebhook } from '@entrada/client/verify-webhook';
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

/** Pods that have just started, on a busy node, and the name of a Service that is new. */
const WAIT_MAX_MS = 60_000;
const PAUSE_MS = 250;

/** Repeats a step until it neither throws nor gives null; at the end fails as the last attempt did. */
async function patiently<T>(step: () => T | null | Promise<T | null>): Promise<T> {
  const giveUpAt = performance.now() + WAIT_MAX_MS;
  for (;;) {
    try {
      const result = await step();
      if (result !== null) return result;
      if (performance.now() > giveUpAt) throw new Error(`nothing came in ${WAIT_MAX_MS / 1_000} s`);
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
    await delay(PAUSE_MS);
  }
}
