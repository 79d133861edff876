import { eventually } from '@entrada/platform/testing/eventually';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { CALLBACK_SECRET, type RunningSystem } from '../../../test/harness/run-system.ts';
import { postJson } from './http.ts';
import { cookieOf, PASSWORD, visitorsOf } from './visitors.ts';

type Visitors = ReturnType<typeof visitorsOf>;

/** What requests need of a system that has been used for a while. */
export type Stage = Awaited<ReturnType<typeof setStage>>;

/** An account with a credited deposit, a delivered webhook, keys and two sessions. */
export async function setStage(system: RunningSystem, webhookUrl: string) {
  const visitors = visitorsOf(() => system);
  const { call } = visitors;
  const { email } = await visitors.signUp();
  const cookie = cookieOf(await visitors.logIn(email, PASSWORD));
  const made = (await call(postJson('/api/keys', { name: 'server' }, { cookie }))).body;
  const spare = (await call(postJson('/api/keys', { name: 'spare' }, { cookie }))).body;
  const headers = { authorization: `Bearer ${made.key}` };
  const hook = { name: 'shop', url: webhookUrl };
  const { webhook } = (await call(postJson('/api/webhooks', hook, headers))).body;
  const deposit = async () =>
    (await call(postJson('/api/deposit', { value: 10_000 }, headers))).body.charge;
  const [paid, open] = [await deposit(), await deposit()];
  await system.bank.pay(paid.emv, { notify: true });
  const path = `/api/webhooks/${webhook.id}/deliveries?status=DELIVERED`;
  const delivery = await eventually(async () => {
    const { deliveries } = (await call({ path, headers })).body;
    return deliveries.find((d: { event: string }) => d.event === 'DEPOSIT_ASSET_SUCCESS') ?? false;
  });
  const { sessions } = (await call({ path: '/api/sessions', headers: { cookie } })).body;
  const feed = (await call({ path: '/api/events', headers })).body;
  const refunding = { ...headers, 'idempotency-key': 'stage' };
  const asked = postJson(`/api/deposit/${paid.paymentLinkId}/refund`, { value: 1 }, refunding);
  const { refund } = (await call(asked)).body;
  const guarded = [await guardedAccount(visitors), await guardedAccount(visitors)] as const;
  return {
    email,
    key: made.key,
    cookie,
    password: PASSWORD,
    paid: paid.paymentLinkId,
    open: open.paymentLinkId,
    callbackSecret: CALLBACK_SECRET,
    webhookUrl,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    keyId: spare.apiKey.id,
    sessionId: sessions.find((session: { current: boolean }) => !session.current).id,
    eventCursor: feed.nextCursor,
    refundId: refund.id,
    ...(await mailTokens(system, visitors, guarded[0])),
    // Accounts of their own: one has begun to set two-factor up, the others have it.
    begun: await beginTwoFactor(visitors),
    guarded,
  };
}

/** Of an account of its own, whose sessions a reset may end. */
async function mailTokens(
  system: RunningSystem,
  { call, signUp }: Visitors,
  { email }: { readonly email: string },
) {
  const { email: own } = await signUp();
  const tokenAt = (path: string, address = own) =>
    eventually(async () => {
      const texts = (await system.bank.mailsTo(address)).map(({ text }) => text).join('\n');
      return new RegExp(`/dashboard/${path}#token=([\\w-]{43})`).exec(texts)?.[1] ?? false;
    });
  for (const address of [own, email]) {
    await call(postJson('/api/password-reset', { email: address }));
  }
  return {
    confirmToken: await tokenAt('confirm'),
    resetToken: await tokenAt('reset'),
    guardedResetToken: await tokenAt('reset', email),
  };
}

async function beginTwoFactor({ call, signUp }: Visitors) {
  const { email, cookie } = await signUp();
  const { secret } = (await call(postJson('/api/two-factor', {}, { cookie }))).body;
  return { email, cookie, secret, recoveryCode: '' };
}

async function guardedAccount(visitors: Visitors) {
  const begun = await beginTwoFactor(visitors);
  const { cookie, secret } = begun;
  const sent = postJson('/api/two-factor/confirm', { code: codeFor(secret) }, { cookie });
  const [recoveryCode = ''] = (await visitors.call(sent)).body.recoveryCodes;
  return { ...begun, recoveryCode };
}
