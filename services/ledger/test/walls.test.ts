import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { roleOf } from '@entrada/platform/db/roles';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Pool, QueryResult } from 'pg';
import {
  completed,
  exceptional,
  ledgerUnderTest,
  paidCharge,
  type UnderTest,
} from './ledger-under-test.ts';

let ledger: UnderTest;
let app: Pool;
beforeAll(async () => {
  ledger = await ledgerUnderTest();
  app = openPool(ledger.appUrl, { max: 2, log: testRuntime('test').log, name: 'test' });
});
afterAll(async () => {
  await app.end();
  await ledger[Symbol.asyncDispose]();
});

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

const TABLES = ['account', 'ledger_transaction', 'entry', 'suspended_payment'];

test('a holder sees nothing that is another’s, whatever a query forgets to ask for', async () => {
  const charges = [paidCharge(), paidCharge()];
  for (const charge of charges) {
    await ledger.publish(completed(charge), exceptional(charge));
    await ledger.holds(charge.accountId, 4950, 700);
  }

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
  ]) {
    await expect(asHolder('*', statement)).rejects.toThrow(/permission denied|must be owner/);
  }
  const insert = `insert into account (holder_id) values ('${randomUUID()}')`;
  await expect(asHolder(randomUUID(), insert)).rejects.toThrow(/row-level security/);
});

test('every session of the service is of that role', async () => {
  const { rows } = await ledger.db.query(
    `select distinct usename from pg_stat_activity
      where datname = current_database() and application_name <> 'test'`,
  );
  expect(rows).toEqual([{ usename: roleOf('ledger', 'app') }]);
});
