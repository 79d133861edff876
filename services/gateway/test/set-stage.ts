import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { CALLBACK_SECRET, type RunningSystem } from '../../../test/harness/run-system.ts';
import { postJson, type RawRequest, type Reply, send } from './http.ts';
import type { GuardedAccount, Stage } from './samples.ts';

const PASSWORD = 'correct horse battery staple';

/** An account with a credited deposit, a delivered webhook, keys and two sessions. */
export async function setStage(system: RunningSystem, webhookUrl: string): Promise<Stage> {
  const call = (sent: RawRequest) => send(system.port, sent);
  const email = `${randomUUID()}@example.com`;
  const signedUp = await call(
    postJson('/api/account', { email, password: PASSWORD, name: 'Shop' }),
  );
  const other = await call(postJson('/api/session', { email, password: PASSWORD }));
  const cookie = String(other.headers['set-cookie']).split(';')[0] ?? '';
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
  const refunding = { ...headers, 'idempotency-key': randomUUID() };
  const asked = postJson(`/api/deposit/${paid.paymentLinkId}/refund`, { value: 1 }, refunding);
  const { refund } = (await call(asked)).body;
  const guarded = [await guardedAccount(call), await guardedAccount(call)] as const;
  expect(signedUp.status).toBe(201);
  return {
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
    ...(await mailTokens(system, call, guarded[0])),
    begun: await beginTwoFactor(call),
    guarded,
  };
}

/** Of an account of its own, whose sessions a reset may end. */
async function mailTokens(system: RunningSystem, call: Call, guarded: GuardedAccount) {
  const email = `${randomUUID()}@example.com`;
  await call(postJson('/api/account', { email, password: PASSWORD, name: 'Shop' }));
  const tokenAt = (path: string, address = email) =>
    eventually(async () => {
      const texts = (await system.bank.mailsTo(address)).map(({ text }) => text).join('\n');
      return new RegExp(`/dashboard/${path}#token=([\\w-]{43})`).exec(texts)?.[1] ?? false;
    });
  for (const address of [email, guarded.email]) {
    await call(postJson('/api/password-reset', { email: address }));
  }
  return {
    confirmToken: await tokenAt('confirm'),
    resetToken: await tokenAt('reset'),
    guardedResetToken: await tokenAt('reset', guarded.email),
  };
}

type Call = (sent: RawRequest) => Promise<Reply>;

async function beginTwoFactor(call: Call): Promise<GuardedAccount> {
  const email = `${randomUUID()}@example.com`;
  const reply = await call(postJson('/api/account', { email, password: PASSWORD, name: 'Shop' }));
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
  const { secret } = (await call(postJson('/api/two-factor', {}, { cookie }))).body;
  return { email, cookie, secret, recoveryCode: '' };
}

async function guardedAccount(call: Call): Promise<GuardedAccount> {
  const begun = await beginTwoFactor(call);
  const { cookie, secret } = begun;
  const sent = postJson('/api/two-factor/confirm', { code: codeFor(secret) }, { cookie });
  const [recoveryCode = ''] = (await call(sent)).body.recoveryCodes;
  return { ...begun, recoveryCode };
}

/** What is on cannot be set up again, and what is off cannot be changed. */
export async function expectTwoFactorConflicts(call: Call, stage: Stage): Promise<void> {
  const off = { cookie: stage.cookie };
  const path = '/api/two-factor';
  const removal = { ...postJson(path, { code: '000000' }, off), method: 'DELETE' };
  const replies = await Promise.all([
    call(postJson(path, {}, { cookie: stage.guarded[0].cookie })),
    call(removal),
    call(postJson(`${path}/confirm`, { code: '000000' }, off)),
    call(postJson(`${path}/recovery-codes`, { code: '000000' }, off)),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
}

/** Signs up, and returns how the new account logs in. */
export async function newcomer(call: Call, { password }: Stage): Promise<RawRequest> {
  const email = `${randomUUID()}@example.com`;
  await call(postJson('/api/account', { email, password, name: 'x' }));
  return postJson('/api/session', { email, password });
}
