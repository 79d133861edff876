import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { expectRefusal, patchJson as patch, postJson, send } from './http.ts';
import { PASSWORD, visitorsOf } from './visitors.ts';

const PROOF_REQUIRED = { status: 403, code: 'proof_required' };

const system = forTests(() => sharedSystem());

const visitors = visitorsOf(() => system);
const { call } = visitors;

async function signUp() {
  const { email, account, cookie } = await visitors.signUp();
  return { email, account, session: { cookie } };
}

async function age(accountId: string, minutes: number): Promise<void> {
  await system.auth.db.query(
    `update session set proof_at = now() - $2 * interval '1 minute' where account_id = $1`,
    [accountId, minutes],
  );
}

test('an account sees its safety settings and changes its name and language', async () => {
  const { account, session } = await signUp();
  expect(account).toMatchObject({
    emailConfirmedAt: null,
    receivesMail: true,
    twoFactor: false,
    recoveryCodesLeft: null,
    language: null,
    proofAt: expect.any(String),
  });

  const changes = { name: 'Loja', language: 'en', displayName: 'Loja da Ana' };
  const changed = await call(patch('/api/account', changes, session));

  expect(changed.body.account).toEqual({ ...account, ...changes });
  const seen = await call({ path: '/api/account', headers: session });
  expect(seen.body.account).toEqual(changed.body.account);
  const none = await call(patch('/api/account', { language: null, displayName: null }, session));
  expect(none.body.account).toMatchObject({ language: null, displayName: null });
});

test('the other sessions of an account are ended at once, and those of no other account', async () => {
  const [{ email, session }, stranger] = [await signUp(), await signUp()];
  await call(postJson('/api/session', { email, password: PASSWORD }));
  const reply = await call(postJson('/api/sessions/revoke-others', {}, session));
  expect(reply.body).toEqual({ success: true, count: 1 });
  const { sessions } = (await call({ path: '/api/sessions', headers: session })).body;
  expect(sessions).toHaveLength(1);
  const again = await call(postJson('/api/sessions/revoke-others', {}, session));
  expect(again.body).toEqual({ success: true, count: 0 });
  expect((await call({ path: '/api/account', headers: stranger.session })).status).toBe(200);
  const { entries } = (await call({ path: '/api/audit?limit=1', headers: session })).body;
  expect(entries).toMatchObject([{ action: 'session.others_revoked' }]);
});

test('a key is renamed, and the old name is in the audit log', async () => {
  const { session } = await signUp();
  const { apiKey } = (await call(postJson('/api/keys', { name: 'x' }, session))).body;
  const path = `/api/keys/${apiKey.id}`;

  const renamed = await call(patch(path, { name: 'till' }, session));

  expect(renamed.body.apiKey).toEqual({ ...apiKey, name: 'till' });
  const { entries } = (await call({ path: '/api/audit?limit=1', headers: session })).body;
  const detail = expect.objectContaining({ name: 'till', before: 'x' });
  expect(entries).toMatchObject([{ action: 'key.renamed', subject: `key:${apiKey.id}`, detail }]);
  expectRefusal(await call(patch(path, { name: ' ' }, session)), { status: 400 });
});

test('an account reads its audit log page by page, and nobody else’s', async () => {
  const [mine, theirs] = [await signUp(), await signUp()];
  await call(postJson('/api/keys', { name: 'x' }, mine.session));
  const list = async (query: string, headers: Record<string, string>) =>
    (await call({ path: `/api/audit?${query}`, headers })).body;

  const first = await list('limit=1', mine.session);
  const second = await list(`limit=1&cursor=${first.nextCursor}`, mine.session);

  expect(first.entries).toEqual([
    expect.objectContaining({
      action: 'key.created',
      detail: expect.objectContaining({ name: 'x' }),
    }),
  ]);
  expect(second).toMatchObject({ entries: [{ action: 'account.created', ip: '127.0.0.1' }] });
  expect(second.nextCursor).toBeNull();
  const other = await list('', theirs.session);
  expect(other.entries.map(({ action }: { action: string }) => action)).toEqual([
    'account.created',
  ]);
  const filtered = await list('action=key.created', mine.session);
  expect(filtered.entries).toEqual(first.entries);
});

describe('a session whose password was given long ago', () => {
  async function staleSession() {
    const person = await signUp();
    const { apiKey, key } = (await call(postJson('/api/keys', { name: 'x' }, person.session))).body;
    await age(person.account.id, 16);
    return { ...person, apiKey, key };
  }

  test('may not refund, create or rotate keys, create or change webhooks, rotate secrets, change the password or two-factor', async () => {
    const { session, apiKey } = await staleSession();
    // A gateway that has not cached the session.
    await using other = await system.startAnotherGateway();
    const change = { oldPassword: PASSWORD, newPassword: 'another long pass phrase' };
    const [id, code] = [randomUUID(), { code: '000000' }];
    for (const sent of [
      postJson('/api/keys', { name: 'y' }, session),
      postJson(`/api/keys/${apiKey.id}/rotate`, {}, session),
      postJson('/api/account/password', change, session),
      postJson('/api/webhooks', { name: 'x', url: 'https://shop.example' }, session),
      patch(`/api/webhooks/${id}`, { url: 'https://shop.example' }, session),
      postJson(`/api/webhooks/${id}/rotate-secret`, {}, session),
      postJson(`/api/deposit/${id}/refund`, {}, { ...session, 'idempotency-key': id }),
      postJson('/api/two-factor', {}, session),
      postJson('/api/two-factor/confirm', code, session),
      postJson('/api/two-factor/recovery-codes', code, session),
      { ...postJson('/api/two-factor', code, session), method: 'DELETE' },
    ]) {
      expectRefusal(await send(other.port, sent), PROOF_REQUIRED);
    }
    const { apiKeys } = (await call({ path: '/api/keys', headers: session })).body;
    expect(apiKeys).toHaveLength(1);
  });

  test('may still see and change the account, and see and revoke keys', async () => {
    const { session, apiKey } = await staleSession();
    await using other = await system.startAnotherGateway();
    for (const sent of [
      { path: '/api/keys', headers: session },
      { path: '/api/account', headers: session },
      { method: 'DELETE', path: `/api/keys/${apiKey.id}`, headers: session },
      patch('/api/account', { name: 'x' }, session),
    ]) {
      expect((await send(other.port, sent)).status).toBe(200);
    }
  });

  test('gives it again, at any gateway, and goes on at once at every other', async () => {
    const { session } = await staleSession();
    await using other = await system.startAnotherGateway();
    const create = postJson('/api/keys', { name: 'y' }, session);
    expectRefusal(await send(other.port, create), PROOF_REQUIRED);

    const wrong = postJson('/api/session/proof', { password: 'not the right one' }, session);
    expectRefusal(await call(wrong), { status: 401, code: 'wrong_credentials' });
    const proof = await call(postJson('/api/session/proof', { password: PASSWORD }, session));

    expect(Date.now() - Date.parse(proof.body.proofAt)).toBeLessThan(60_000);
    expect((await send(other.port, create)).status).toBe(201);
    const seen = await call({ path: '/api/account', headers: session });
    expect(seen.body.account.proofAt).toBe(proof.body.proofAt);
  });

  test('is asked after the time that the deployment sets', async () => {
    const { session, account } = await signUp();
    await age(account.id, 2);
    await using strict = await system.startAnotherGateway({ SESSION_PROOF_SECONDS: '60' });
    const create = postJson('/api/keys', { name: 'y' }, session);
    expectRefusal(await send(strict.port, create), PROOF_REQUIRED);
    await using usual = await system.startAnotherGateway();
    expect((await send(usual.port, create)).status).toBe(201);
  });

  test('does not concern API keys', async () => {
    const { key } = await staleSession();
    const id = randomUUID();
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': id };
    const refund = await call(postJson(`/api/deposit/${id}/refund`, {}, headers));
    expectRefusal(refund, { status: 404, code: 'charge_not_found' });
    const changed = await call(patch(`/api/webhooks/${id}`, { name: 'x' }, headers));
    expectRefusal(changed, { status: 404, code: 'webhook_not_found' });
  });
});

test('with two-factor, log-in and proof need a code, and the account shows what is left', async () => {
  const { email, session } = await signUp();
  const { secret, otpauthUrl } = (await call(postJson('/api/two-factor', {}, session))).body;
  expect(otpauthUrl).toContain(secret);
  const sent = postJson('/api/two-factor/confirm', { code: codeFor(secret) }, session);
  const { recoveryCodes } = (await call(sent)).body;
  expect(recoveryCodes).toHaveLength(10);

  const logIn = (code?: string) =>
    call(postJson('/api/session', { email, password: PASSWORD, ...(code ? { code } : {}) }));
  const missing = await logIn();
  expectRefusal(missing, { status: 401, code: 'two_factor_required' });
  expect(missing.headers['set-cookie']).toBeUndefined();
  expectRefusal(await logIn('000000'), { status: 401, code: 'wrong_code' });
  expect((await logIn(recoveryCodes[0])).body.account).toMatchObject({
    twoFactor: true,
    recoveryCodesLeft: 9,
  });

  const proof = { password: PASSWORD };
  const half = await call(postJson('/api/session/proof', proof, session));
  expectRefusal(half, { status: 401, code: 'two_factor_required' });
  const code = codeFor(secret, 1);
  const whole = await call(postJson('/api/session/proof', { ...proof, code }, session));
  expect(whole.status).toBe(200);
});

test('where two-factor is required, a session without it reaches only the account; its set-up opens everything at once, and keys are not asked', async () => {
  await using strict = await system.startAnotherGateway({ TWO_FACTOR_REQUIRED: 'true' });
  const { session, account } = await signUp();
  const get = (path: string) => send(strict.port, { path, headers: session });

  for (const path of ['/api/keys', '/api/balance', '/api/deposit', '/api/webhooks', '/api/audit']) {
    expectRefusal(await get(path), { status: 403, code: 'two_factor_setup_required' });
  }
  for (const path of ['/api/account', '/api/sessions']) {
    expect((await get(path)).status).toBe(200);
  }
  const headers = { authorization: `Bearer ${await system.newKey(account.id)}` };
  expect((await send(strict.port, { path: '/api/balance', headers })).status).toBe(200);

  const { secret } = (await send(strict.port, postJson('/api/two-factor', {}, session))).body;
  await call(postJson('/api/two-factor/confirm', { code: codeFor(secret) }, session));
  expect((await get('/api/keys')).status).toBe(200);
});
