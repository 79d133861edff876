import { randomBytes, randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { requiredAddress } from '@entrada/platform/testing/environment';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Pool, QueryResult } from 'pg';
import { loadConfig } from '../src/config.ts';
import { start } from '../src/service.ts';
import {
  completed,
  exceptional,
  ledgerUnderTest,
  paidCharge,
  type UnderTest,
} from './ledger-under-test.ts';

const role = `ledger_app_${randomBytes(6).toString('hex')}`;

let ledger: UnderTest;
let app: Pool;
let appUrl: string;
beforeAll(async () => {
  ledger = await ledgerUnderTest();
  const { db } = ledger;
  const password = randomBytes(16).toString('hex');
  await db.query(`create role ${role} login password '${password}'`);
  await db.query('select grant_to_ledger_app($1)', [role]);
  const url = new URL(requiredAddress('TEST_POSTGRES_URL'));
  url.username = role;
  url.password = password;
  url.pathname = `/${(await db.query('select current_database() as name')).rows[0].name}`;
  appUrl = url.href;
  app = openPool(appUrl, { max: 2, log: testRuntime('test').log });
});
afterAll(async () => {
  await app.end();
  await ledger.db.query(`drop owned by ${role}`);
  await ledger.db.query(`drop role ${role}`);
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

test('the service does all its work with no more rights than these', async () => {
  await ledger.service[Symbol.asyncDispose]();
  const runtime = testRuntime('ledger');
  const config = loadConfig({
    DATABASE_URL_LEDGER: appUrl,
    DATABASE_URL_EVENTS: ledger.events.url,
    GRPC_PORT: '0',
    GRPC_HOST: '127.0.0.1',
  });
  await using _service = await start(config, runtime);
  const charge = paidCharge();

  await ledger.publish(completed(charge), exceptional(charge));

  await eventually(async () => {
    const text = `select available_cents, suspense_cents from account where holder_id = '${charge.accountId}'`;
    const { rows } = await asHolder(charge.accountId, text);
    expect(rows).toEqual([{ available_cents: 4950, suspense_cents: 700 }]);
  });
  await eventually(async () => expect(await ledger.announced(charge.accountId)).toHaveLength(2));
});
