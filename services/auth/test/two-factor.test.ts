import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { ORIGIN, PASSWORD, signUp, UNAUTHENTICATED } from './people.ts';

const WRONG = { code: 'UNAUTHENTICATED', reason: 'wrong_code' };
const MISSING = { code: 'UNAUTHENTICATED', reason: 'two_factor_required' };
const OFF = { code: 'CONFLICT', reason: 'two_factor_off' };

const auth = forTests(() => runAuth());

/** An account with two-factor on, as if it had been confirmed by a code of the minute before. */
async function guarded() {
  const person = await signUp(auth);
  const { accountId, email } = person;
  const { secret } = await auth.rpc.beginTwoFactor({ accountId });
  const confirmed = await auth.rpc.confirmTwoFactor({ accountId, code: codeFor(secret) });
  const before = 'update two_factor set last_step = last_step - 2 where account_id = $1';
  await auth.db.query(before, [accountId]);
  const logIn = (code = '', password = PASSWORD) => auth.rpc.logIn({ email, password, code });
  return { ...person, secret, recoveryCodes: confirmed.recoveryCodes, logIn };
}

test('nothing is asked for until the secret is confirmed by a code', async () => {
  const { accountId, email } = await signUp(auth);

  const { secret, otpauthUrl } = await auth.rpc.beginTwoFactor({ accountId });

  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauthUrl).toMatch(/^otpauth:\/\/totp\/Entrada:/);
  expect(new URL(otpauthUrl).searchParams.get('secret')).toBe(secret);
  const { account } = await auth.rpc.logIn({ email, password: PASSWORD });
  expect(account).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  const wrong = auth.rpc.confirmTwoFactor({ accountId, code: codeFor(secret, -5) });
  await expect(wrong).rejects.toMatchObject(WRONG);
});

test('log-in then needs the password and a code', async () => {
  const { secret, logIn } = await guarded();

  await expect(logIn()).rejects.toMatchObject(MISSING);
  await expect(logIn('', 'not the right one')).rejects.toMatchObject({
    reason: 'wrong_credentials',
  });
  const right = codeFor(secret);
  await expect(logIn(right, 'not the right one')).rejects.toMatchObject({
    reason: 'wrong_credentials',
  });

  const { account } = await logIn(right);
  expect(account).toMatchObject({ twoFactor: true, recoveryCodesLeft: 10 });
});

test('sessions that began without a code end, except the one that turned it on', async () => {
  const { accountId, email, session } = await signUp(auth);
  const elsewhere = await auth.rpc.logIn({ email, password: PASSWORD });
  const { secret } = await auth.rpc.beginTwoFactor({ accountId });

  const code = codeFor(secret);
  await auth.rpc.confirmTwoFactor({ accountId, code, sessionId: session.id });

  const { sessions } = await auth.rpc.listSessions({ accountId });
  expect(sessions.map(({ id }) => id)).toEqual([session.id]);
  const { sessionToken } = elsewhere;
  await expect(auth.rpc.verifySession({ sessionToken })).rejects.toMatchObject(UNAUTHENTICATED);
  const { entries } = await auth.rpc.listAudit({ accountId, limit: 1 });
  const line = {
    action: 'account.two_factor_enabled',
    detail: expect.stringContaining('Ended":1'),
  };
  expect(entries).toMatchObject([line]);
});

test('each code is accepted once, also by two log-ins at the same time', async () => {
  const { secret, logIn } = await guarded();
  const code = codeFor(secret);

  const outcomes = await Promise.allSettled([logIn(code), logIn(code), logIn(code)]);

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(logIn(code)).rejects.toMatchObject(WRONG);
  // Nor is an older one after a newer one.
  await logIn(codeFor(secret, 1));
  await expect(logIn(codeFor(secret))).rejects.toMatchObject(WRONG);
});

test.each([-3, 3])('a code that is %i steps away is refused', async (steps) => {
  const { secret, logIn } = await guarded();
  await expect(logIn(codeFor(secret, steps))).rejects.toMatchObject(WRONG);
});

test('a recovery code replaces a code, once, and the others stay', async () => {
  const { accountId, recoveryCodes, logIn } = await guarded();
  const [code = ''] = recoveryCodes;
  expect(new Set(recoveryCodes).size).toBe(10);

  await logIn(code.toUpperCase().replaceAll('-', ' '));

  await expect(logIn(code)).rejects.toMatchObject(WRONG);
  const { account } = await auth.rpc.getAccount({ accountId });
  expect(account?.recoveryCodesLeft).toBe(9);
});

test('a recovery code of another account is refused', async () => {
  const [mine, theirs] = [await guarded(), await guarded()];
  await expect(mine.logIn(theirs.recoveryCodes[0])).rejects.toMatchObject(WRONG);
  await theirs.logIn(theirs.recoveryCodes[0]);
});

test('wrong codes are limited, and the limit holds for the right code too', async () => {
  await using patient = await auth.startAnother({ AUTH_ATTEMPTS_PER_ADDRESS_MAX: '1000' });
  const { email, secret } = await guarded();
  const logIn = (code: string) => patient.rpc.logIn({ email, password: PASSWORD, code });
  for (let n = 0; n < 20; n += 1) {
    await expect(logIn('000000')).rejects.toMatchObject(WRONG);
  }
  const blocked = { code: 'TOO_MANY_REQUESTS', retryAfterMs: expect.any(Number) };
  await expect(logIn(codeFor(secret))).rejects.toMatchObject(blocked);
});

test('it is turned off only with a code, and then nothing of it is left', async () => {
  const { accountId, secret, logIn } = await guarded();
  const wrong = auth.rpc.disableTwoFactor({ accountId, code: '000000', origin: ORIGIN });
  await expect(wrong).rejects.toMatchObject(WRONG);
  const missing = auth.rpc.disableTwoFactor({ accountId, code: '' });
  await expect(missing).rejects.toMatchObject(MISSING);

  await auth.rpc.disableTwoFactor({ accountId, code: codeFor(secret) });

  expect((await logIn()).account).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  for (const table of ['two_factor', 'recovery_code']) {
    const left = await auth.db.query(`select from ${table} where account_id = $1`, [accountId]);
    expect(left.rowCount).toBe(0);
  }
  const { entries } = await auth.rpc.listAudit({ accountId, limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual([
    'session.opened',
    'account.two_factor_disabled',
    'account.code_refused',
    'account.code_refused',
    'account.two_factor_enabled',
    'account.created',
  ]);
});

test('new recovery codes end the old ones', async () => {
  const { accountId, secret, recoveryCodes, logIn } = await guarded();
  const code = codeFor(secret);
  const replaced = await auth.rpc.replaceRecoveryCodes({ accountId, code });
  await expect(logIn(recoveryCodes[0])).rejects.toMatchObject(WRONG);
  await logIn(replaced.recoveryCodes[0]);
});

test('what is not on cannot be confirmed twice, turned off or changed', async () => {
  const { accountId } = await signUp(auth);
  await expect(auth.rpc.confirmTwoFactor({ accountId, code: '000000' })).rejects.toMatchObject(OFF);
  await expect(auth.rpc.disableTwoFactor({ accountId, code: '000000' })).rejects.toMatchObject(OFF);
  const codes = auth.rpc.replaceRecoveryCodes({ accountId, code: '000000' });
  await expect(codes).rejects.toMatchObject(OFF);

  const { accountId: safe, secret } = await guarded();
  const on = { code: 'CONFLICT', reason: 'two_factor_on' };
  await expect(auth.rpc.beginTwoFactor({ accountId: safe })).rejects.toMatchObject(on);
  const again = auth.rpc.confirmTwoFactor({ accountId: safe, code: codeFor(secret) });
  await expect(again).rejects.toMatchObject(on);
});

test('an operator turns it off for an owner who lost the device, which ends every session', async () => {
  const { accountId, logIn, sessionToken } = await guarded();
  const decision = { reason: 'ticket 4711' };

  const { sessionsEnded } = await auth.rpc.resetTwoFactor({ accountId, ...decision });

  expect(sessionsEnded).toBe(1);
  await expect(auth.rpc.verifySession({ sessionToken })).rejects.toMatchObject({
    reason: 'session_required',
  });
  await logIn();
  const again = auth.rpc.resetTwoFactor({ accountId, ...decision });
  await expect(again).rejects.toMatchObject(OFF);
  const unknown = auth.rpc.resetTwoFactor({ accountId: randomUUID(), ...decision });
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('neither the secret nor a recovery code is stored, logged or audited as it is', async () => {
  const { secret, recoveryCodes, logIn } = await guarded();
  await logIn(recoveryCodes[0]);

  const tables = await Promise.all(
    ['two_factor', 'recovery_code', 'audit_entry'].map((table) =>
      auth.db.query(`select row_to_json(t)::text as line from ${table} t`),
    ),
  );
  const kept = tables.flatMap(({ rows }) => rows.map(({ line }) => line)).join('\n');
  const logged = auth.service.runtime.logged.join('\n');
  for (const text of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((c) => c.replaceAll('-', '')),
  ]) {
    const hex = Buffer.from(text).toString('hex');
    expect(kept).not.toContain(text);
    expect(kept).not.toContain(hex);
    expect(logged).not.toContain(text);
  }
});
