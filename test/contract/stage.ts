import { randomBytes } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { payAtBank } from '../../packages/launcher/src/pay-at-bank.ts';
import type { SystemUnderTest } from '../e2e/system-under-test.ts';

/** A receipt is signed with the next checkpoint. */
const RECEIPT_MAX_MS = 60_000;

type RequestOptions = {
  readonly method?: string;
  readonly body?: object;
  readonly cookie?: string;
};

/** An account as it is after some use, made by the public door alone. */
export async function setStage(system: SystemUnderTest, receiverUrl: string) {
  const call = caller(system.baseUrl);
  const email = `${randomBytes(6).toString('hex')}@entrada.example`;
  const credentials = { email, password: randomBytes(12).toString('hex') };
  const { cookie } = await call('/api/account', { body: { ...credentials, name: 'Shop' } });
  const logIn = async () => (await call('/api/session', { body: credentials })).cookie;
  const spareCookie = await logIn();
  await logIn();
  const create = async (path: string, body: object) => (await call(path, { body, cookie })).reply;
  const { key } = await create('/api/keys', { name: 'server' });
  const spareKey = (await create('/api/keys', { name: 'spare' })).apiKey;
  const hook = (name: string) => create('/api/webhooks', { name, url: receiverUrl });
  const [shop, till] = [await hook('shop'), await hook('till')];
  const deposit = async () => (await create('/api/deposit', { value: 10_000 })).charge;
  const [paid, open, canceled] = [await deposit(), await deposit(), await deposit()];
  const receipted = await deposit();
  for (const { emv } of [receipted, paid]) await payAtBank(system.bankUrl, emv);
  const delivery = await eventually(async () => {
    const path = `/api/webhooks/${shop.webhook.id}/deliveries?status=DELIVERED`;
    const { deliveries } = (await call(path, { cookie })).reply;
    return deliveries.find(({ event }: { event: string }) => event.includes('SUCCESS')) ?? false;
  });
  const receipt = `/api/deposit/${receipted.paymentLinkId}/receipt`;
  await eventually(() => call(receipt, { cookie }), { timeoutMs: RECEIPT_MAX_MS });
  const { sessions } = (await call('/api/sessions', { cookie })).reply;
  const spareSession = sessions.findLast(({ current }: { current: boolean }) => !current);

  return {
    credentials: { key: { authorization: `Bearer ${key}` }, session: { cookie } },
    /** For the fuzzer: ids that exist, and ids that may be deleted. */
    known: {
      receiverUrl,
      paid: paid.paymentLinkId,
      /** Never refunded, so that its receipt is never waiting for a signature. */
      receipted: receipted.paymentLinkId,
      open: [open.paymentLinkId],
      spareSession: { cookie: spareCookie },
      ids: {
        paymentLinkId: [paid.paymentLinkId, open.paymentLinkId],
        webhookId: [shop.webhook.id],
        deliveryId: [delivery.id],
        keyId: [spareKey.id],
        sessionId: [spareSession.id],
        name: ['DEPOSIT_ASSET_SUCCESS.json'],
        secret: [system.callbackSecret],
      },
      removable: {
        paymentLinkId: [paid.paymentLinkId, canceled.paymentLinkId],
        webhookId: [till.webhook.id],
        keyId: [spareKey.id],
        sessionId: [spareSession.id],
      },
    },
  };
}

function caller(baseUrl: string) {
  return async (path: string, { method, body, cookie }: RequestOptions) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
    const given = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
    return { reply: JSON.parse(text) as any, cookie: given };
  };
}
