import { randomUUID } from 'node:crypto';
import { roleOf } from '@entrada/platform/db/roles';
import { transact } from '@entrada/platform/db/transaction';
import { openTestPool } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import type { Pool, QueryResult } from 'pg';
import { completed, exceptional, ledgerUnderTest, paidCharge } from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());
const app = forTests(() => openTestPool(ledger.appUrl));

async function asHolder(accountId: string | null, text: string): Promise<QueryResult> {
  const client = await app.connect();
  try {
    await client.query('begin');
    if (accountId) await client.query(`select set_config('app.account_id', $1, true)`, [accountId]);
    return await client.query(text);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const TABLES = ['account', 'ledger_transaction', 'entry', 'suspended_payment', 'holder_hour'];

test('a holder sees nothing that is another’s, whatever a query forgets to ask for', async () => {
  const charges = [paidCharge(), paidCharge()];
  for (const charge of charges) {
    await ledger.publish(completed(charge), exceptional(charge));
    await ledger.holds(charge.accountId, 4950, 700);
  }
  const hours = 'select from holder_hour';
  await eventually(async () => expect((await ledger.db.query(hours)).rowCount).toBe(2));

  for (const table of TABLES) {
    for (const { accountId } of charges) {
      const { rows } = await asHolder(accountId, `select distinct holder_id from ${table}`);
      expect(rows).toEqual([{ holder_id: accountId }]);
    }
    expect((await asHolder(null, `select from ${table}`)).rowCount).toBe(0);
    expect((await asHolder('*', `select from ${table}`)).rowCount).toBeGreaterThan(1);
  }
});

test('the service cannot change what is booked, nor write for a holder it does not act for', async () => {
  for (const statement of [
    'update entry set amount_cents = 1',
    'delete from entry',
    'update ledger_transaction set kind = $$DEPOSIT$$',
    'delete from ledger_transaction',
    'truncate entry',
    'alter table entry disable trigger all',
    'delete from account',
    'delete from holder_hour',
  ]) {
    await expect(asHolder('*', statement)).rejects.toThrow(/permission denied|must be owner/);
  }
  const insert = `insert into account (holder_id) values ('${randomUUID()}')`;
  await expect(asHolder(randomUUID(), insert)).rejects.toThrow(/row-level security/);
});

const LEG = `
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  values ($1, $2, $3, $4, $5, now())`;

/** Writes a transaction leg by leg, each by a statement of its own, and commits it. */
async function commit(who: Pool, scope: string, amounts: readonly number[]): Promise<void> {
  const [id, holderId] = [randomUUID(), scope === '*' ? randomUUID() : scope];
  await transact(who, async (tx) => {
    await tx.query(`select set_config('app.account_id', $1, true)`, [scope]);
    await tx.query(
      `insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at)
       values ($1, 'DEPOSIT', $2, 1, '', now())`,
      [id, holderId],
    );
    for (const [place, cents] of amounts.entries()) {
      const side =
        place === 0 ? ['available', holderId, cents, cents] : ['fees', null, cents, null];
      await tx.query(LEG, [id, ...side]);
    }
  });
}

test.each([
  ['the service', () => app],
  ['an administrator', () => ledger.db],
])('for %s, what sums to zero at the commit is taken and nothing else', async (_who, who) => {
  await commit(who(), '*', [100, -100]);
  await commit(who(), '*', [100, -60, -40]);
  for (const amounts of [[100], [100, -99], [100, -100, 1]]) {
    await expect(commit(who(), '*', amounts)).rejects.toThrow(/must sum to zero/);
  }
  const { rows } = await ledger.db.query(
    'select transaction_id from entry group by 1 having sum(amount_cents) <> 0',
  );
  expect(rows).toEqual([]);
  expect((await ledger.db.query('select from unbalanced_transaction')).rowCount).toBe(0);
});

test.each(['entry', 'ledger_transaction'])(
  'what is written in %s is never changed',
  async (table) => {
    const charge = paidCharge();
    await ledger.publish(completed(charge));
    await ledger.holds(charge.accountId, 4950);
    const countRows = async () => (await ledger.db.query(`select from ${table}`)).rowCount;
    const before = await countRows();

    for (const change of [
      `update ${table} set ${table === 'entry' ? 'account' : 'kind'} = 'x'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(ledger.db.query(change)).rejects.toThrow('is append-only');
    }
    expect(await countRows()).toBe(before);
  },
);

test('nobody who sees one holder only can hide the missing side', async () => {
  await expect(commit(app, randomUUID(), [100])).rejects.toThrow(/must sum to zero/);
  await expect(asHolder('*', 'delete from unbalanced_transaction')).rejects.toThrow(/denied/);
});

test('every session of the service is of that role', async () => {
  const { rows } = await ledger.db.query(
    `select distinct usename from pg_stat_activity
      where datname = current_database() and application_name <> 'test'
        and backend_type = 'client backend'`,
  );
  expect(rows).toEqual([{ usename: roleOf('ledger', 'app') }]);
});
