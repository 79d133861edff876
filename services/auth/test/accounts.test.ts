import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newEmail, newKey, ORIGIN, PASSWORD, signUp } from './people.ts';

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

async function actionsOf(accountId: string): Promise<string[]> {
  const { entries } = await auth.rpc.listAudit({ accountId, limit: 200 });
  return entries.map(({ action }) => action);
}

test('an account changes its name and language, each alone, and the change is recorded', async () => {
  const { accountId, sessionToken } = await signUp(auth);

  await auth.rpc.updateAccount({ accountId, name: ' Padaria ' });
  const { account } = await auth.rpc.updateAccount({ accountId, language: 'en' });

  expect(account).toMatchObject({ name: 'Padaria', language: 'en' });
  expect((await auth.rpc.verifySession({ sessionToken })).account).toEqual(account);
  const reset = await auth.rpc.updateAccount({ accountId, language: '' });
  expect(reset.account).toMatchObject({ name: 'Padaria', language: '' });
  await auth.rpc.updateAccount({ accountId, name: 'Padaria' });
  expect(
    (await actionsOf(accountId)).filter((action) => action === 'account.updated'),
  ).toHaveLength(3);
});

test.each([
  { name: '' },
  { displayName: ' ' },
  { displayName: 'Shop \u202egnp' },
  { name: 'a\u0000b' },
  { name: 'x'.repeat(101) },
  { language: 'de' },
])('an account cannot be changed to %j', async (changes) => {
  const { accountId, account } = await signUp(auth);
  const change = auth.rpc.updateAccount({ accountId, ...changes });
  await expect(change).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect((await auth.rpc.getAccount({ accountId })).account).toEqual(account);
});

test('an unknown account is not changed', async () => {
  const change = auth.rpc.updateAccount({ accountId: randomUUID(), name: 'x' });
  await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('the proof of a session', () => {
  test('is refused for a wrong password, which counts like one at log-in', async () => {
    await using strict = await auth.startAnother({ AUTH_ATTEMPTS_PER_ADDRESS_MAX: '2' });
    const { accountId, email, session } = await signUp(auth);
    const own = { accountId, sessionId: session.id };
    for (const password of ['a wrong pass phrase', 'short']) {
      const refused = strict.rpc.proveSession({ ...own, password });
      await expect(refused).rejects.toMatchObject({ reason: 'wrong_credentials' });
    }
    const more = strict.rpc.proveSession({ ...own, password: PASSWORD });
    await expect(more).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const entering = strict.rpc.logIn({ email, password: PASSWORD });
    await expect(entering).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await actionsOf(accountId)).toContain('session.proof_refused');
  });

  test('cannot be given for an ended session or one of another account', async () => {
    const mine = await signUp(auth);
    const theirs = await signUp(auth);
    const foreign = { accountId: mine.accountId, sessionId: theirs.session.id };
    await auth.rpc.revokeSession({ accountId: mine.accountId, sessionId: mine.session.id });
    const ended = { accountId: mine.accountId, sessionId: mine.session.id };
    for (const session of [foreign, ended]) {
      const proof = auth.rpc.proveSession({ ...session, password: PASSWORD });
      await expect(proof).rejects.toMatchObject({ reason: 'session_required' });
    }
  });
});

describe('the audit log of an account', () => {
  test('is filtered by action and by time', async () => {
    const { accountId } = await signUp(auth);
    await newKey(auth, accountId);
    const { entries } = await auth.rpc.listAudit({ accountId, limit: 10 });
    const [newest, oldest] = [entries[0], entries.at(-1)];

    const created = await auth.rpc.listAudit({ accountId, action: 'key.created', limit: 10 });
    expect(created.entries).toEqual([newest]);
    const later = await auth.rpc.listAudit({ accountId, from: '2999-01-01T00:00:00Z', limit: 10 });
    expect(later.entries).toEqual([]);
    const before = await auth.rpc.listAudit({ accountId, to: newest?.at ?? '', limit: 10 });
    expect(before.entries).not.toContainEqual(newest);
    const since = await auth.rpc.listAudit({ accountId, from: oldest?.at ?? '', limit: 10 });
    expect(since.entries).toEqual(entries);
  });

  test('shows where a request came from, and names no operator', async () => {
    const { accountId, email } = await signUp(auth);
    await auth.rpc.logIn({ email, password: PASSWORD, origin: ORIGIN });
    await auth.rpc.setRateLimit({
      accountId,
      rateLimitPerSecond: 5,
      reason: 'between us',
    });

    const { entries } = await auth.rpc.listAudit({ accountId, limit: 2 });

    expect(entries[0]).toMatchObject({ actor: 'operator', action: 'account.rate_limit_set' });
    expect(JSON.stringify(entries)).not.toMatch(/ana|between us/);
    expect(entries[1]).toMatchObject({ action: 'session.opened', ip: ORIGIN.ip });
  });

  test.each([{ limit: 0 }, { limit: 201 }, { cursor: 'x' }, { from: 'yesterday' }])(
    'refuses %j',
    async (query) => {
      const listed = auth.rpc.listAudit({ accountId: randomUUID(), limit: 10, ...query });
      await expect(listed).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    },
  );

  test.each(['', 'key.created'])(
    'reads no line of another account, action "%s"',
    async (action) => {
      const { accountId } = await signUp(auth);
      const plan = await auth.db.query(
        `explain (costs off)
       select * from audit_entry
        where account_id = $1 and at >= 'epoch' and at < 'infinity' and (at, seq) < ('infinity', 0)
              ${action && `and action = '${action}'`}
        order by at desc, seq desc limit 50`,
        [accountId],
      );
      const text = JSON.stringify(plan.rows);
      expect(text).toContain(action ? 'audit_entry_by_action' : 'audit_entry_by_time');
      expect(text).not.toMatch(/Sort|Seq Scan/);
    },
  );
});
