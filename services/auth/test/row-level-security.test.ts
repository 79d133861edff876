import { randomUUID } from 'node:crypto';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { openTestPool } from '@entrada/platform/testing/database';
import { forTests } from '@entrada/platform/testing/for-tests';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { newKey, signUp } from './people.ts';

const auth = forTests(() => runAuth());
const app = forTests(() => openTestPool(auth.appUrl));

async function owner() {
  const { accountId } = await signUp(auth);
  await newKey(auth, accountId);
  return accountId;
}

const OWNED = [
  ['account', 'id'],
  ['session', 'account_id'],
  ['api_key', 'account_id'],
  ['mail_token', 'account_id'],
  ['known_device', 'account_id'],
  ['audit_entry', 'account_id'],
] as const;

test.each(OWNED)(
  'a query of %s without a condition finds only the rows of its account',
  async (table, column) => {
    const [mine] = [await owner(), await owner()];
    const all = `select distinct ${column}::text as owner from ${table}`;

    const seen = await transactAs(app, mine, (tx) => tx.query(all));
    expect(seen.rows).toEqual([{ owner: mine }]);
    const everything = await transactAs(app, EVERY_ACCOUNT, (tx) => tx.query(all));
    expect(everything.rows.length).toBeGreaterThan(1);
    expect((await app.query(all)).rows).toEqual([]);
  },
);

test('nothing is inserted or changed for another account', async () => {
  const [mine, theirs] = [await owner(), await owner()];
  const within = (statement: string) => transactAs(app, mine, (tx) => tx.query(statement));
  for (const statement of [
    `update account set name = 'x' where id = '${theirs}'`,
    `update api_key set revoked_at = now() where account_id = '${theirs}'`,
    `delete from session where account_id = '${theirs}'`,
  ]) {
    expect((await within(statement)).rowCount).toBe(0);
  }
  const handOver = `update api_key set account_id = '${theirs}'`;
  await expect(within(handOver)).rejects.toThrow('row-level security');
  const intrude = `insert into api_key (id, account_id, name, prefix, digest, scopes, created_at)
                   values ('${randomUUID()}', '${theirs}', 'x', 'x', 'x', '{}', now())`;
  await expect(within(intrude)).rejects.toThrow('row-level security');
});

test.each([
  `update audit_entry set actor = 'x'`,
  'delete from audit_entry',
  'truncate audit_entry',
  'delete from audit_head',
  'truncate audit_head',
  `insert into audit_head values (false, 1, '')`,
  'alter table audit_entry disable trigger append_only',
  'alter table audit_entry disable row level security',
  'drop table audit_entry',
  'delete from account',
])('the service has no right to %s', async (statement) => {
  await expect(transactAs(app, EVERY_ACCOUNT, (tx) => tx.query(statement))).rejects.toThrow(
    /permission denied|must be owner/,
  );
});
