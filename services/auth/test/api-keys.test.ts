import { randomBytes } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { type RunningAuth, runAuth } from '../../../test/harness/run-auth.ts';
import { keyFrom } from '../src/domain/api-key.ts';
import { newKey, PASSWORD } from './people.ts';

const ALL_SCOPES = [
  'deposits:read',
  'deposits:write',
  'refunds:write',
  'webhooks:read',
  'webhooks:write',
  'balance:read',
];

let accountId: string;
const auth = forTests(() => runAuth());
const live = forTests(() => runAuth({}, { mode: 'live' }));
beforeAll(async () => {
  accountId = await auth.newAccount();
});

test('a key authenticates its account, with the scopes it was given', async () => {
  const other = await auth.newAccount();
  const mine = await newKey(auth, accountId);
  const scopes = ['balance:read', 'deposits:read', 'balance:read'];
  const theirs = await newKey(auth, other, { scopes });

  expect(await auth.rpc.verifyKey({ key: mine.key })).toMatchObject({
    accountId,
    keyId: mine.keyId,
    scopes: ALL_SCOPES,
  });
  expect(await auth.rpc.verifyKey({ key: theirs.key })).toMatchObject({
    accountId: other,
    keyId: theirs.keyId,
    scopes: ['balance:read', 'deposits:read'],
  });
});

test('a key that works stays in the list, however many newer ones were revoked', async () => {
  const other = await auth.newAccount();
  const { keyId } = await newKey(auth, other, { name: 'old' });
  await auth.db.query(
    `insert into api_key (id, account_id, name, prefix, digest, scopes, created_at, revoked_at)
     select gen_random_uuid(), account_id, 'new', prefix, decode(md5(n::text), 'hex'), scopes, now(), now()
       from api_key, generate_series(1, 250) as n where id = $1`,
    [keyId],
  );
  const { apiKeys } = await auth.rpc.listKeys({ accountId: other });
  expect(apiKeys).toHaveLength(200);
  expect(apiKeys.at(-1)).toMatchObject({ id: keyId, name: 'old' });
});

test('the value of a key is neither in the database nor in the log', async () => {
  const { key } = await newKey(auth, accountId, { name: 'secret' });
  await auth.rpc.verifyKey({ key });
  await auth.rpc.verifyKey({ key: `${key}x` }).catch(() => {});
  const random = key.slice('ent_test_'.length);

  const dump = await dumpOf(auth.db);

  expect(dump).toContain('secret');
  for (const needle of [key, random, random.slice(0, 43), random.slice(4)]) {
    for (const form of [needle, Buffer.from(needle).toString('hex'), btoa(needle)]) {
      expect(dump).not.toContain(form);
    }
  }
  expect(auth.service.runtime.logged.join('')).not.toContain(random);
});

const badKeys: [string, () => Promise<string> | string][] = [
  ['unknown', () => keyFrom(randomBytes(32), 'test')],
  ['empty', () => ''],
  ['malformed', () => 'malformed'],
  ['with a null byte', () => '\u0000'],
  ['huge', () => 'x'.repeat(100_000)],
  ['of the other mode', () => keyFrom(randomBytes(32), 'live')],
  ['mistyped', async () => mistype((await newKey(auth, accountId)).key)],
  ['with a space around it', async () => ` ${(await newKey(auth, accountId)).key}`],
  ['shortened', async () => (await newKey(auth, accountId)).key.slice(0, -1)],
  ['revoked', () => newKeyWith(`revoked_at = now()`)],
  ['expired', () => newKeyWith(`expires_at = now() - interval '1 second'`)],
];

test.each(badKeys)(
  'a key that is %s gets the same error as any other invalid key',
  async (_what, make) => {
    const key = await make();
    await expect(auth.rpc.verifyKey({ key })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'invalid_api_key',
      message: 'Invalid API key',
    });
  },
);

test('no demonstration account is created where money is real', async () => {
  for (const email of ['demo@entrada.example', 'demo-1a2b@entrada.example', 'a@shop.test']) {
    const seeded = live.rpc.createAccount({ email, password: PASSWORD, name: 'Demo' });
    await expect(seeded).rejects.toMatchObject({ fields: [{ field: 'email' }] });
  }
  const { rows } = await live.db.query('select from account');
  expect(rows).toEqual([]);
});

test('a key of the other mode is refused even if its digest is stored', async () => {
  const owner = await live.newAccount();
  const made = await newKey(live, owner);
  expect(made.key).toMatch(/^ent_live_/);
  const { rows } = await live.db.query('select digest from api_key');
  const copied = await newKeyWith('expires_at = null');
  await auth.db.query(
    'update api_key set digest = $1 where id = (select id from api_key where prefix = $2 limit 1)',
    [rows[0].digest, copied.slice(0, 13)],
  );

  expect(await live.rpc.verifyKey({ key: made.key })).toMatchObject({ accountId: owner });
  await expect(auth.rpc.verifyKey({ key: made.key })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'Invalid API key',
  });
});

test.each(['00000000-0000-4000-8000-000000000000', 'malformed'])(
  'no key is created for the account %s',
  async (unknown) => {
    const created = auth.rpc.createKey({ accountId: unknown, name: 'key' });
    await expect(created).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'account_not_found' });
  },
);

async function newKeyWith(assignment: string): Promise<string> {
  const { key, keyId } = await newKey(auth, accountId);
  await auth.db.query(`update api_key set ${assignment} where id = $1`, [keyId]);
  return key;
}

/** Changes one digit in the middle, as a careless copy would. */
function mistype(key: string): string {
  const at = 20;
  return `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
}

/** Every row of every table, as text; bytes are shown both in hex and as they are. */
async function dumpOf(db: RunningAuth['db']): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public'`,
  );
  const dumps: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.query<Record<string, unknown>>(`select * from ${name}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      if (Buffer.isBuffer(value)) dumps.push(value.toString('hex'), value.toString('latin1'));
      else dumps.push(String(value));
    }
  }
  return dumps.join('\n');
}
