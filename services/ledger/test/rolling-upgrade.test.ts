import { randomUUID } from 'node:crypto';
import { MESSAGING_MIGRATIONS, migrate, serviceMigrations } from '@entrada/platform/db/migrate';
import { roleOf } from '@entrada/platform/db/roles';
import { EVERY_ACCOUNT, setScope } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import { migrationsBefore } from '@entrada/platform/testing/migrations-before';
import { HOUR_MS } from '@entrada/platform/time/units';
import { NO_SUMS } from '../src/domain/holder-hour.ts';
import { hourLines, sumsOf } from './hours-of-books.ts';
import { type LedgerAtBank, ledgerAtBank } from './ledger-at-bank.ts';
import { completed, paidCharge } from './ledger-under-test.ts';

/** A setting that changes nothing. */
const AS_EARLIER = '-c application_name=earlier';

let ledger: LedgerAtBank;
beforeEach(async () => {
  ledger = await ledgerAtBank(AS_EARLIER);
});
afterEach(() => ledger[Symbol.asyncDispose]());

/** Deposits of 50,00 with a fee of 0,50, as every version books them; more than one are of one statement. */
const BOOK = `
  with booked as (
    insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, end_to_end_id)
    select gen_random_uuid(), 'DEPOSIT', $1,
           n + (select count(*) from ledger_transaction where holder_id = $1), '', now(), gen_random_uuid()
      from generate_series(1, $2::int) as n
    returning id, created_at
  )
  select array_agg(id) as ids, min(created_at) as at from booked`;
const ENTRIES = `
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select id, account, holder_id, amount_cents, balance_cents, $3
    from unnest($2::uuid[]) as id,
         (values ('settlement', null, -5000, null), ('fees', null, 50, null), ('available', $1::uuid, 4950, 4950))
         as line (account, holder_id, amount_cents, balance_cents)`;

const COLUMNS = `credited_count, credited_cents, fee_cents, refunded_count, refunded_cents, suspense_credited_count,
  suspense_credited_cents`;
const added = (table: string, time: string, start: string) => `
  insert into ${table} as own (holder_id, ${time}, ${COLUMNS})
  values ($1, ${start}, 1, 4950, 50, 0, 0, 0, 0)
      on conflict (holder_id, ${time}) do update
     set credited_count = own.credited_count + excluded.credited_count,
         credited_cents = own.credited_cents + excluded.credited_cents,
         fee_cents = own.fee_cents + excluded.fee_cents`;
const HOURS = added('holder_hour', 'hour', `date_trunc('hour', $2::timestamptz, 'UTC')`);
const DAYS = added('holder_day', 'day', `date_bin('1 day', $2, '2000-01-01T03:00:00Z')`);

/** Books as the service's own role, unless another is given, and counts by these statements. */
function bookAs(
  counting: readonly string[],
  accountId: string,
  { deposits = 1, role = ledger.pool } = {},
): Promise<void> {
  return transact(role, async (tx) => {
    await setScope(tx, EVERY_ACCOUNT);
    const { rows } = await tx.query(BOOK, [accountId, deposits]);
    await tx.query(ENTRIES, [accountId, rows[0].ids, rows[0].at]);
    for (const statement of counting) await tx.query(statement, [accountId, rows[0].at]);
  });
}

async function daysOf(accountId: string): Promise<number> {
  const [from, to] = [new Date(Date.now() - 30 * HOUR_MS), new Date(Date.now() + 30 * HOUR_MS)];
  const days = await ledger.app.getHours(accountId, { from, to }, [from]);
  return days.reduce((sum, { creditedCount }) => sum + creditedCount, 0);
}

test.each([
  ['does not count', []],
  ['counts hours', [HOURS]],
  ['counts hours and days', [DAYS, HOURS]],
])(
  'what a version that %s books beside this one is counted once, also by the owner of the tables',
  async (_what, counting) => {
    const accountId = randomUUID();

    await bookAs(counting, accountId);
    await bookAs(counting, accountId, { role: ledger.db });

    const both = { creditedCount: 2, creditedCents: 9900, feeCents: 100 };

    expect(await sumsOf(ledger, accountId)).toEqual({ ...NO_SUMS, ...both });
    expect(await daysOf(accountId)).toBe(2);
    expect(await hourLines(ledger)).toEqual([]);
  },
);

const EARLIER = `
  drop function count_entries cascade;
  drop function leave_out_unless_filling cascade;
  delete from service_migration where name >= '0016'`;

/** Three steps and a bit. */
const DEPOSITS = 10_500;

test('an upgrade counts what was booked before it and meanwhile, whatever was counted', async () => {
  const accountId = randomUUID();
  await ledger.db.query(EARLIER);
  await bookAs([HOURS], accountId, { deposits: DEPOSITS });
  let booked = DEPOSITS;
  let isUpgrading = true;
  const booking = (async () => {
    for (; isUpgrading; booked += 1) await bookAs([], accountId);
  })();

  await using own = await migrationsBefore(`${import.meta.dirname}/..`, '0018');
  await migrate(ledger.adminUrl, [MESSAGING_MIGRATIONS, own]).finally(() => {
    isUpgrading = false;
  });
  await booking;

  expect((await sumsOf(ledger, accountId)).creditedCount).toBe(booked);
  expect(await daysOf(accountId)).toBe(booked);
  expect(await hourLines(ledger)).toEqual([]);
  const charge = paidCharge();
  await ledger.deliver(completed(charge));
  expect((await sumsOf(ledger, charge.accountId)).creditedCount).toBe(1);
});

test('a version from before there were hours books on while it is upgraded', async () => {
  const accountId = randomUUID();
  const app = roleOf('ledger', 'app');
  const service = `${import.meta.dirname}/..`;
  await using earlier = await migrationsBefore(service, '0014');
  await ledger.db.query('drop schema public cascade; create schema public');
  await migrate(ledger.adminUrl, [MESSAGING_MIGRATIONS, earlier], app);
  let booked = 0;
  let isUpgrading = true;
  const booking = (async () => {
    for (; isUpgrading; booked += 1) await bookAs([], accountId);
  })();

  await migrate(ledger.adminUrl, [MESSAGING_MIGRATIONS, serviceMigrations(service)], app).finally(
    () => {
      isUpgrading = false;
    },
  );
  await booking;

  expect((await sumsOf(ledger, accountId)).creditedCount).toBe(booked);
  expect(await hourLines(ledger)).toEqual([]);
});
