import { randomUUID } from 'node:crypto';
import { Topic } from '@entrada/contracts/topics';
import { eventually } from '@entrada/platform/testing/eventually';
import {
  completed,
  ledgerUnderTest,
  malformed,
  paidCharge,
  type UnderTest,
} from './ledger-under-test.ts';

let ledger: UnderTest;
beforeEach(async () => {
  ledger = await ledgerUnderTest();
});
afterEach(() => ledger[Symbol.asyncDispose]());

async function creditsAre(count: number): Promise<void> {
  await eventually(async () => expect(await countOf('ledger_transaction')).toBe(count));
}

async function countOf(table: string): Promise<number> {
  const { rows } = await ledger.db.query(`select count(*) as count from ${table}`);
  return rows[0].count;
}

/** All that a replay must not change. */
async function books(): Promise<unknown[]> {
  const { rows: balances } = await ledger.db.query('select * from account order by 1');
  const { rows: entries } = await ledger.db.query('select * from entry order by id');
  const { rows: parked } = await ledger.db.query('select * from parked_record order by 3, 4');
  return [balances, entries, parked, await ledger.events.recordsOf(Topic.Ledger)];
}

test('reading the whole topic again changes nothing', async () => {
  const records = Array.from({ length: 40 }, () => completed(paidCharge()));
  await ledger.publish(...records.slice(0, 20), malformed(), ...records.slice(20));
  await creditsAre(40);
  await eventually(async () =>
    expect(await ledger.events.recordsOf(Topic.Ledger)).toHaveLength(40),
  );
  const before = await books();

  await ledger.service[Symbol.asyncDispose]();
  await ledger.events.db.query('delete from group_offset');
  await using again = await ledger.startAnother();

  const marker = paidCharge();
  await ledger.publish(completed(marker));
  await creditsAre(41);
  await eventually(async () => {
    const metrics = await again.runtime.metrics.metrics();
    expect(metrics).toMatch(/duplicates_total\{[^}]*\} 40/);
  });
  const { rows } = await ledger.db.query(
    'select count(*) as count from entry where holder_id <> $1 or holder_id is null',
    [marker.accountId],
  );
  expect(rows[0].count).toBe(40 * 3 + 2);
  const [balances, entries] = await books();
  expect(balances).toEqual(expect.arrayContaining(before[0] as unknown[]));
  expect(entries).toEqual(expect.arrayContaining(before[1] as unknown[]));
});

test('two instances of one group share the work and credit each charge once', async () => {
  await using other = await ledger.startAnother();
  const accountId = randomUUID();
  const batches = Array.from({ length: 20 }, () =>
    Array.from({ length: 10 }, () => completed(paidCharge({ accountId }))),
  );

  for (const batch of batches) await ledger.publish(...batch, ...batch.slice(0, 3));

  await creditsAre(200);
  await ledger.holds(accountId, 200 * 4950);
  await eventually(async () =>
    expect(await ledger.events.recordsOf(Topic.Ledger)).toHaveLength(200),
  );
  expect(await other.rpc.getBalance({ accountId })).toMatchObject({ availableCents: 200 * 4950 });
});

test('the database refuses entries that do not sum to zero', async () => {
  const { db } = ledger;
  const id = randomUUID();
  await db.query(
    `insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at)
     values ($1, 'DEPOSIT', $1, 1, '', now())`,
    [id],
  );
  const insert = (fees: number) =>
    db.query(
      `insert into entry (transaction_id, account, amount_cents, at)
       values ($1, 'settlement', -100, now()), ($1, 'fees', $2, now())`,
      [id, fees],
    );

  await expect(insert(99)).rejects.toThrow(/must sum to zero/);
  expect(await countOf('entry')).toBe(0);
  await insert(100);
});

test.each(['entry', 'ledger_transaction'])(
  'what is written in %s is never changed',
  async (table) => {
    const charge = paidCharge();
    await ledger.publish(completed(charge));
    await creditsAre(1);
    const before = await countOf(table);

    for (const change of [
      `update ${table} set ${table === 'entry' ? 'account' : 'kind'} = 'x'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(ledger.db.query(change)).rejects.toThrow('is append-only');
    }
    expect(await countOf(table)).toBe(before);
  },
);
