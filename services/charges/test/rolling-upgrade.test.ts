import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MESSAGING_MIGRATIONS, migrate } from '@entrada/platform/db/migrate';
import { migrationsBefore } from '@entrada/platform/testing/migrations-before';
import { upgradedDatabase } from '@entrada/platform/testing/upgraded-database';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Pool } from 'pg';
import { storePorts } from '../src/store/store-ports.ts';

let database: Awaited<ReturnType<typeof upgradedDatabase>>;
let db: Pool;
let admin: Pool;
let adminUrl: string;
beforeEach(async () => {
  database = await upgradedDatabase('charges');
  ({ db, admin, adminUrl } = database);
});
afterEach(() => database[Symbol.asyncDispose]());

const CHARGE = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at)
  select left(md5(random), 24), $1, gen_random_uuid(), md5(random), 'e', 500, 500, 0, 'PENDING', now(), now()
    from (select gen_random_uuid()::text as random from generate_series(1, $2)) as each`;

/** As versions that add up hours, and days if they are given. */
const addUp = (days: string) => `
  with lock as (select from charge_hour_floor for update),
  moved as (delete from charge_hour_change where exists (select from lock) returning *)${days}
  insert into charge_hour as own
  select account_id, hour, sum(created_count), sum(created_cents), sum(paid_count), sum(paid_cents)
    from moved group by 1, 2
      on conflict (account_id, hour) do update
     set created_count = own.created_count + excluded.created_count, created_cents = own.created_cents + excluded.created_cents`;
const DAYS = `, days as (
    insert into charge_day as own
    select account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'), sum(created_count), sum(created_cents), sum(paid_count),
           sum(paid_cents)
      from moved group by 1, 2
        on conflict (account_id, day) do update
       set created_count = own.created_count + excluded.created_count, created_cents = own.created_cents + excluded.created_cents
  )`;

async function created(accountId: string): Promise<number> {
  const [from, to] = [new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() + 2 * DAY_MS)];
  const { hours } = storePorts(
    db,
    () => null,
    () => {},
  );
  const days = await hours.totals({ accountId, from, to, starts: [from] });
  return days.reduce((sum, { createdCount }) => sum + createdCount, 0);
}

test.each([
  ['knows no days', addUp('')],
  ['counts days', addUp(DAYS)],
])(
  'hours that a version that %s adds up beside this one are in their days once, also by the owner of the tables',
  async (_what, add) => {
    const accountId = randomUUID();
    for (const role of [db, admin]) {
      await role.query(CHARGE, [accountId, 3]);
      await role.query(add);
    }

    expect(await created(accountId)).toBe(6);
  },
);

const SERVICE = `${import.meta.dirname}/..`;
const EARLIER = `
  drop function count_charge_days cascade;
  drop function leave_out_unless_filling cascade;
  delete from service_migration where name >= '0024'`;
/** More than one step takes. */
const HOURS_BEFORE = `
  insert into charge_hour
  select md5(account::text)::uuid, date_trunc('hour', now(), 'UTC') - hour * interval '1 hour', 1, 500, 0, 0
    from generate_series(1, 400) as account, generate_series(1, 30) as hour`;
const DIFFERING = `
  select account_id, day, sum(created_count) from (
    select account_id, day, created_count from charge_day
    union all
    select account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'), -created_count from charge_hour) as part
   group by 1, 2 having sum(created_count) <> 0`;

test('an upgrade adds up the days of all hours before it, while hours are added up', async () => {
  const accountId = randomUUID();
  await admin.query(EARLIER);
  await admin.query(HOURS_BEFORE);
  let isUpgrading = true;
  const work = async () => {
    let charges = 0;
    for (; isUpgrading; charges += 1) {
      await db.query(CHARGE, [accountId, 1]);
      await db.query(addUp(''));
    }
    return charges;
  };
  const working = work();

  await using own = await migrationsBefore(SERVICE, '0026');
  await migrate(adminUrl, [MESSAGING_MIGRATIONS, own]).finally(() => {
    isUpgrading = false;
  });

  const charges = await working;

  expect(await created(accountId)).toBe(charges);
  expect((await admin.query(DIFFERING)).rows).toEqual([]);
  const { rows } = await admin.query('select count(*)::int as days from charge_day');
  expect(rows[0].days).toBeGreaterThanOrEqual(800);
});

test('an upgrade does not fail over an hour that is added up after the last step', async () => {
  await admin.query(EARLIER);
  await using own = await migrationsBefore(SERVICE, '0025');
  await migrate(adminUrl, [MESSAGING_MIGRATIONS, own]);
  await db.query(
    `insert into charge_hour values ('ffffffff-ffff-ffff-ffff-ffffffffffff', now(), 1, 500, 0, 0)`,
  );

  await admin.query(await readFile(`${SERVICE}/migrations/0025_days_are_counted.sql`, 'utf8'));

  expect((await admin.query(DIFFERING)).rows).toEqual([]);
});

const FAILED = `
  insert into refund (id, charge_id, account_id, end_to_end_id, value_cents, status, failure, created_at, changed_at, check_at)
  select gen_random_uuid(), id, account_id, 'E', 500, 'FAILED', $1, now(), now(), now() from charge`;
const BEGUN = `
  insert into refund (id, charge_id, account_id, end_to_end_id, value_cents, status, created_at, changed_at, check_at)
  select gen_random_uuid(), id, account_id, 'E', 500, 'PROCESSING', now(), now(), now() from charge`;
const END = `update refund set status = 'FAILED', failure = $1 where status = 'PROCESSING'`;
const WITHOUT_CODES = `
  drop function set_failure_code cascade;
  alter table refund drop column failure_code;
  delete from service_migration where name >= '0034'`;

test.each([
  ['The balance does not cover it', 'insufficient_balance'],
  ['The bank refused it', 'bank_refused'],
  ['The bank could not return the money', 'bank_failed'],
  ['Conta encerrada', 'bank_reason'],
])(
  'a refund that an earlier version stored as failed, before the upgrade or beside it, with %j has the code %s',
  async (failure, code) => {
    await admin.query(WITHOUT_CODES);
    await db.query(CHARGE, [randomUUID(), 1]);
    await db.query(FAILED, [failure]);

    await using own = await migrationsBefore(SERVICE, '0036');
    await migrate(adminUrl, [MESSAGING_MIGRATIONS, own]);
    await db.query(FAILED, [failure]);
    await db.query(BEGUN);
    await db.query(END, [failure]);

    const { rows } = await db.query('select failure_code from refund');
    expect(rows).toEqual(Array(3).fill({ failure_code: code }));
  },
);

test('a code that this version stores stays, and what has not failed has none', async () => {
  await db.query(CHARGE, [randomUUID(), 1]);
  await db.query(BEGUN);
  const stored = async () => (await db.query('select failure_code from refund')).rows;
  expect(await stored()).toEqual([{ failure_code: null }]);

  await db.query(
    `update refund set status = 'FAILED', failure = 'The bank refused it', failure_code = 'bank_reason'`,
  );

  expect(await stored()).toEqual([{ failure_code: 'bank_reason' }]);
});
