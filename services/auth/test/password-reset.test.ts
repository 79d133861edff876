import { randomBytes } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { codeFor } from '../../../test/harness/authenticator.ts';
import { BASE_URL, RESET, runAuthWithMail } from './mailbox.ts';
import { expectAsFast, newEmail, ORIGIN, PASSWORD, signUp } from './people.ts';

const NEW_PASSWORD = 'an entirely new password';
const INVALID = { code: 'INVALID_ARGUMENT', reason: 'invalid_token' };

const post = forTests(() => runAuthWithMail());

async function tokenOf(email: string): Promise<string> {
  await post.auth.rpc.requestPasswordReset({ email, origin: ORIGIN });
  return post.tokenFor(email.toLowerCase(), RESET);
}

const confirm = (token: string, more: { code?: string; newPassword?: string } = {}) =>
  post.auth.rpc.confirmPasswordReset({ token, newPassword: NEW_PASSWORD, ...more });

test('a link by mail sets a new password, once, and ends every session', async () => {
  const { email, accountId, sessionToken } = await signUp(post.auth);
  const token = await tokenOf(email.toUpperCase());
  const { text, subject } = await post.mailAbout(email, RESET);
  expect(text).toContain(`${BASE_URL}/dashboard/reset#token=${token}`);
  expect(text).toContain(ORIGIN.ip);
  expect(subject).not.toContain('@');

  await confirm(token);

  const ended = post.auth.rpc.verifySession({ sessionToken });
  await expect(ended).rejects.toMatchObject({ reason: 'session_required' });
  await expect(post.auth.rpc.logIn({ email, password: PASSWORD })).rejects.toMatchObject({
    reason: 'wrong_credentials',
  });
  const { account } = await post.auth.rpc.logIn({ email, password: NEW_PASSWORD });
  expect(account?.emailConfirmedAt).not.toBe('');
  await expect(confirm(token)).rejects.toMatchObject(INVALID);
  await post.mailAbout(email, /senha foi alterada/);
  const { entries } = await post.auth.rpc.listAudit({ accountId, limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.password_reset_requested', 'account.password_reset_by_mail']),
  );
});

test('of two uses of one link at the same time, one wins', async () => {
  const { email } = await signUp(post.auth);
  const token = await tokenOf(email);
  const outcomes = await Promise.allSettled([
    confirm(token, { newPassword: 'the first new password' }),
    confirm(token, { newPassword: 'the second new password' }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a link is valid for thirty minutes, and a newer one replaces it', async () => {
  const { email, accountId } = await signUp(post.auth);
  const first = await tokenOf(email);
  await post.auth.rpc.requestPasswordReset({ email });
  const second = await eventually(async () => {
    const token = await post.tokenFor(email, RESET);
    return token !== first && token;
  });
  await expect(confirm(first)).rejects.toMatchObject(INVALID);

  const { rows } = await post.auth.db.query(
    `update mail_token set expires_at = expires_at - interval '30 minutes'
      where account_id = $1 and purpose = 'reset_password' returning expires_at <= now() as over`,
    [accountId],
  );
  expect(rows).toEqual([{ over: true }]);
  await expect(confirm(second)).rejects.toMatchObject(INVALID);
});

test.each(['', 'x', randomBytes(32).toString('base64url'), '\u0000'.repeat(43)])(
  'the token %j is invalid',
  async (token) => {
    await expect(confirm(token)).rejects.toMatchObject(INVALID);
  },
);

test('a new password that is too short leaves the link valid', async () => {
  const { email } = await signUp(post.auth);
  const token = await tokenOf(email);
  await expect(confirm(token, { newPassword: 'short' })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    fields: [expect.objectContaining({ field: 'newPassword' })],
  });
  await confirm(token);
});

test('with two-factor on, the link alone is not enough, and a wrong code leaves it valid', async () => {
  const { email, accountId } = await signUp(post.auth);
  const { secret } = await post.auth.rpc.beginTwoFactor({ accountId });
  await post.auth.rpc.confirmTwoFactor({ accountId, code: codeFor(secret) });
  const token = await tokenOf(email);

  await expect(confirm(token)).rejects.toMatchObject({ reason: 'two_factor_required' });
  await expect(confirm(token, { code: '000000' })).rejects.toMatchObject({ reason: 'wrong_code' });
  await confirm(token, { code: codeFor(secret, 1) });

  const half = post.auth.rpc.logIn({ email, password: NEW_PASSWORD });
  await expect(half).rejects.toMatchObject({ reason: 'two_factor_required' });
});

test('known, unknown and malformed addresses cause the same statements, and no mail to strangers', async () => {
  const { email } = await signUp(post.auth);
  const unknown = newEmail();
  for (const address of [email, unknown, 'malformed', '']) {
    expect(await post.auth.rpc.requestPasswordReset({ email: address })).toEqual({});
  }
  await post.tokenFor(email, RESET);
  await eventually(async () => {
    const left = await post.auth.db.query('select from reset_request');
    expect(left.rowCount).toBe(0);
  });
  expect(await post.bank.mailsTo(unknown)).toEqual([]);
});

test('the reply is as fast for a known address as for an unknown one', async () => {
  const { email } = await signUp(post.auth);
  const ask = (address: string) => post.auth.rpc.requestPasswordReset({ email: address });
  await expectAsFast(
    40,
    () => ask(email),
    () => ask(newEmail()),
  );
});

test('an address gets a few mails an hour, and the reply does not say that there are no more', async () => {
  const { email, accountId } = await signUp(post.auth);
  for (let n = 0; n < 12; n += 1) await post.auth.rpc.requestPasswordReset({ email });
  await eventually(async () => {
    const left = await post.auth.db.query('select from reset_request');
    expect(left.rowCount).toBe(0);
  });
  const { rows } = await post.auth.db.query(
    `select count(*) as n from mail where account_id = $1 and kind = 'reset_password'`,
    [accountId],
  );
  expect(rows).toEqual([{ n: 5 }]);
});

test('an IP address that asks for many has to wait', async () => {
  const origin = { ip: '198.51.100.9', userAgent: '' };
  const ask = () => post.auth.rpc.requestPasswordReset({ email: newEmail(), origin });
  for (let n = 0; n < 100; n += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('no token is stored as it is, and what a mail says is gone once it is sent', async () => {
  const { email, accountId } = await signUp(post.auth);
  const token = await tokenOf(email);
  await eventually(async () => {
    const { rows } = await post.auth.db.query(
      'select sealed, sent_at is not null as sent from mail where account_id = $1',
      [accountId],
    );
    expect(new Set(rows.map(({ sealed, sent }) => `${sealed} ${sent}`))).toEqual(
      new Set(['null true']),
    );
  });
  const tables = ['mail', 'mail_token', 'audit_entry'].map((table) =>
    post.auth.db.query(`select row_to_json(t)::text as line from ${table} t`),
  );
  const kept = (await Promise.all(tables)).flatMap(({ rows }) => rows.map(({ line }) => line));
  const logged = post.auth.service.runtime.logged;
  for (const text of [token, Buffer.from(token).toString('hex')]) {
    expect([...kept, ...logged].join('\n')).not.toContain(text);
  }
});
