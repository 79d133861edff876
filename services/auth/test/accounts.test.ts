import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newEmail, PASSWORD } from './people.ts';

const auth = forTests(() => runAuth());

test('an account is found again by its e-mail address, whatever its case and spaces', async () => {
  const email = newEmail();
  const input = { email: `  ${email.toUpperCase()} `, password: PASSWORD, name: ' Loja da Ana ' };

  const { account } = await auth.rpc.createAccount(input);

  expect(account).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email,
    name: 'Loja da Ana',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const again = await auth.rpc.createAccount({ ...input, email });
  expect(again.account).toEqual(account);
});

test('parallel sign-ups with one address and one password make one account', async () => {
  const input = { email: newEmail(), password: PASSWORD, name: 'Shop' };

  const created = await Promise.all(Array.from({ length: 8 }, () => auth.rpc.createAccount(input)));

  expect(new Set(created.map(({ account }) => account?.id)).size).toBe(1);
});

test.each([
  ['email must be an e-mail address', { email: 'nobody' }],
  ['email must be an e-mail address', { email: '' }],
  ['email must be an e-mail address', { email: 'a@b@c' }],
  ['email must be an e-mail address', { email: 'a b@example.com' }],
  ['email must be an e-mail address', { email: 'a\u0000@example.com' }],
  ['email must be an e-mail address', { email: `${'a'.repeat(300)}@example.com` }],
  ['name must have 1 to 100 characters', { name: '' }],
  ['name must have 1 to 100 characters', { name: '   ' }],
  ['name must have 1 to 100 characters', { name: 'x'.repeat(101) }],
  ['name must not contain control characters', { name: 'a\u0000b' }],
  ['name must not contain control characters', { name: 'a\nb' }],
  ['password must have 12 to 200 characters', { password: 'short' }],
  ['password must have 12 to 200 characters', { password: 'x'.repeat(201) }],
])('an invalid field is named: %s', async (message, wrong) => {
  const input = { email: newEmail(), password: PASSWORD, name: 'Shop', ...wrong };
  await expect(auth.rpc.createAccount(input)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message,
  });
});

test('the number of accounts created from one IP is limited', async () => {
  const origin = { ip: '203.0.113.99', userAgent: '' };
  const create = () =>
    auth.rpc.createAccount({ email: newEmail(), password: PASSWORD, name: 'Shop', origin });
  await create();
  await auth.db.query('update throttle set attempts = 99');
  await create();
  await expect(create()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await auth.db.query(`update throttle set resets_at = now() - interval '1 second'`);
  await create();
});

test('a password is stored only as an argon2id hash with a salt of its own', async () => {
  const emails = [newEmail(), newEmail()];
  for (const email of emails) {
    await auth.rpc.createAccount({ email, password: PASSWORD, name: 'Shop' });
  }

  const { rows } = await auth.db.query<{ password_hash: string }>(
    'select password_hash from account where email = any($1)',
    [emails],
  );
  const hashes = rows.map(({ password_hash }) => password_hash);
  for (const hash of hashes) {
    expect(hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  }
  expect(new Set(hashes).size).toBe(2);
  expect(auth.service.runtime.logged.join('')).not.toContain(PASSWORD);
});
