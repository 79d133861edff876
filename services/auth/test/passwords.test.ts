import { argon2Sync, randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { expectAsFast, newEmail, PASSWORD, signUp, UNAUTHENTICATED } from './people.ts';

const WRONG = 'not the right password';
const REFUSED = {
  code: 'UNAUTHENTICATED',
  reason: 'wrong_credentials',
  message: 'Wrong e-mail address or password',
};
const THROTTLED = { code: 'TOO_MANY_REQUESTS', message: 'Too many password attempts' };

const auth = forTests(() =>
  runAuth({ AUTH_ATTEMPTS_PER_ADDRESS_MAX: '3', AUTH_ATTEMPTS_PER_IP_MAX: '6' }),
);

function tryTo(email: string, password = WRONG, ip = '') {
  return auth.rpc.logIn({ email, password, origin: { ip, userAgent: '' } });
}

test('an address is found whatever its case and spaces', async () => {
  const { email, account } = await signUp(auth);
  const entered = await tryTo(`  ${email.toUpperCase()} `, PASSWORD);
  expect(entered.account).toEqual(account);
});

test.each([
  ['a wrong password', async () => tryTo((await signUp(auth)).email)],
  ['an unknown address', () => tryTo(newEmail(), PASSWORD)],
  ['no address', () => tryTo('')],
  ['what is no address', () => tryTo(`${'x'.repeat(100_000)}\u0000`)],
  ['no password', async () => tryTo((await signUp(auth)).email, '')],
  ['a huge password', async () => tryTo((await signUp(auth)).email, 'x'.repeat(500_000))],
])('%s gets the same error as any other wrong log-in', async (_what, attempt) => {
  await expect(attempt()).rejects.toMatchObject(REFUSED);
});

test('an unknown address takes as long to refuse as a wrong password', async () => {
  await using open = await auth.startAnother({
    AUTH_ATTEMPTS_PER_ADDRESS_MAX: '1000',
    AUTH_ATTEMPTS_PER_IP_MAX: '1000',
  });
  const { email } = await signUp(auth);
  const guess = (address: string) =>
    open.rpc.logIn({ email: address, password: WRONG }).catch(() => {});
  await guess(email);
  // Without the decoy an unknown address is refused ten times as fast.
  await expectAsFast(
    15,
    () => guess(email),
    () => guess(newEmail()),
  );
});

test('after too many wrong passwords an address is locked on every replica, even for the right one', async () => {
  const { email } = await signUp(auth);
  await using other = await auth.startAnother();
  for (let n = 0; n < 3; n += 1) await expect(tryTo(email)).rejects.toMatchObject(REFUSED);

  await expect(tryTo(email)).rejects.toMatchObject(THROTTLED);
  const right = { email, password: PASSWORD };
  await expect(other.rpc.logIn(right)).rejects.toMatchObject(THROTTLED);
  await expect(tryTo(newEmail())).rejects.toMatchObject(REFUSED);
});

test.each([
  ['198.51.100.40', '198.51.100.40', '198.51.100.41'],
  ['2001:db8:9:9::1', '2001:db8:9:9:ffff::2', '2001:db8:9:8::1'],
])('others cannot lock the owner out: who logged in from %s may try from %s', async (...ips) => {
  const [home, sameNetwork, elsewhere] = ips;
  const { email } = await signUp(auth);
  await tryTo(email, PASSWORD, home);
  for (let n = 0; n < 4; n += 1) await tryTo(email).catch(() => {});
  await expect(tryTo(email, PASSWORD, elsewhere)).rejects.toMatchObject(THROTTLED);

  expect((await tryTo(email, PASSWORD, sameNetwork)).sessionToken).toBeTruthy();

  for (let n = 0; n < 3; n += 1) {
    await expect(tryTo(email, WRONG, sameNetwork)).rejects.toMatchObject(REFUSED);
  }
  await expect(tryTo(email, PASSWORD, sameNetwork)).rejects.toMatchObject(THROTTLED);
});

test('an unknown address is locked just like a known one', async () => {
  const email = newEmail();
  for (let n = 0; n < 3; n += 1) await expect(tryTo(email)).rejects.toMatchObject(REFUSED);
  await expect(tryTo(email)).rejects.toMatchObject(THROTTLED);
});

test('each of several parallel attempts is counted', async () => {
  const { email } = await signUp(auth);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => tryTo(email).catch((error: { code: string }) => error.code)),
  );
  expect(outcomes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(3);
  expect(outcomes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(9);
});

test('an IP that tries many addresses is locked, together with its IPv6 network', async () => {
  const ip = (n: number) => `2001:db8:1:2:${n}::1`;
  for (let n = 1; n <= 6; n += 1) {
    await expect(tryTo(newEmail(), WRONG, ip(n))).rejects.toMatchObject(REFUSED);
  }
  await expect(tryTo(newEmail(), WRONG, ip(7))).rejects.toMatchObject(THROTTLED);
  const elsewhere = '2001:db8:1:3::1';
  await expect(tryTo(newEmail(), WRONG, elsewhere)).rejects.toMatchObject(REFUSED);
});

test('the right password resets the count of the address and is not counted for the IP', async () => {
  const { email } = await signUp(auth);
  const ip = '198.51.100.20';
  for (let round = 0; round < 4; round += 1) {
    await tryTo(email, WRONG).catch(() => {});
    await tryTo(email, WRONG).catch(() => {});
    await tryTo(email, PASSWORD, ip);
  }
  for (let n = 0; n < 6; n += 1) {
    await expect(tryTo(newEmail(), WRONG, ip)).rejects.toMatchObject(REFUSED);
  }
  await expect(tryTo(newEmail(), WRONG, ip)).rejects.toMatchObject(THROTTLED);
});

test('when the window is over the address is unlocked', async () => {
  const { email } = await signUp(auth);
  for (let n = 0; n < 4; n += 1) await tryTo(email).catch(() => {});
  await auth.db.query(`update throttle set resets_at = now() - interval '1 second'`);
  expect((await tryTo(email, PASSWORD)).sessionToken).toBeTruthy();
});

test('the stored counters do not reveal who tried to log in', async () => {
  const email = newEmail();
  await tryTo(email, WRONG, '198.51.100.77').catch(() => {});
  const { rows } = await auth.db.query<{ bucket: Buffer }>('select bucket from throttle');
  const text = rows.map(({ bucket }) => bucket.toString('latin1')).join('');
  expect(text).not.toContain('example.com');
  expect(text).not.toContain('198.51');
});

test('a password hashed at a lower cost still works, and is rehashed at the current cost', async () => {
  const { email, accountId } = await signUp(auth);
  await auth.db.query('update account set password_hash = $2 where id = $1', [
    accountId,
    cheapHash(),
  ]);

  await tryTo(email, PASSWORD);

  const { rows } = await auth.db.query('select password_hash from account where id = $1', [
    accountId,
  ]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await tryTo(email, PASSWORD);
});

function cheapHash(): string {
  const nonce = Buffer.alloc(16, 7);
  const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: PASSWORD });
  const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8192,t=1,p=1$${b64(nonce)}$${b64(tag)}`;
}

describe('a change of the password', () => {
  const NEW_PASSWORD = 'an entirely new password';

  test('without the old password nothing changes, and guessing it is limited like a log-in', async () => {
    const { email, accountId, session, sessionToken } = await signUp(auth);
    const guess = (oldPassword: string) =>
      auth.rpc.changePassword({
        accountId,
        sessionId: session.id,
        oldPassword,
        newPassword: NEW_PASSWORD,
      });

    await expect(guess('a wrong old password')).rejects.toMatchObject({
      ...UNAUTHENTICATED,
      message: 'Wrong password',
    });
    await expect(guess('')).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(auth.rpc.logIn({ email, password: NEW_PASSWORD })).rejects.toMatchObject(
      UNAUTHENTICATED,
    );
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await auth.rpc.verifySession({ sessionToken });
  });

  test('an invalid new password is refused before an attempt is counted', async () => {
    const { accountId, session } = await signUp(auth);
    const change = { accountId, sessionId: session.id, oldPassword: PASSWORD };
    for (let n = 0; n < 5; n += 1) {
      await expect(
        auth.rpc.changePassword({ ...change, newPassword: 'short' }),
      ).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: 'newPassword must have 12 to 200 characters',
      });
    }
    await auth.rpc.changePassword({ ...change, newPassword: NEW_PASSWORD });
  });

  test('of two parallel changes one succeeds', async () => {
    const { email, accountId } = await signUp(auth);
    const change = (newPassword: string) =>
      auth.rpc.changePassword({ accountId, sessionId: '', oldPassword: PASSWORD, newPassword });
    const news = ['the first new password', 'the second new password'];

    const outcomes = await Promise.allSettled(news.map(change));

    const wins = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(wins).toHaveLength(1);
    const winner = news[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await auth.db.query('delete from throttle');
    await auth.rpc.logIn({ email, password: winner });
  });

  test('the password of an unknown account cannot be changed', async () => {
    for (const accountId of [randomUUID(), 'malformed']) {
      const change = { accountId, oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
      await expect(auth.rpc.changePassword(change)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(auth.rpc.getAccount({ accountId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        reason: 'account_not_found',
      });
    }
    const { account, accountId } = await signUp(auth);
    expect((await auth.rpc.getAccount({ accountId })).account).toEqual(account);
  });
});
