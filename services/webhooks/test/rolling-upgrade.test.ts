import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MESSAGING_MIGRATIONS, migrate } from '@entrada/platform/db/migrate';
import { migrationsBefore } from '@entrada/platform/testing/migrations-before';
import { upgradedDatabase } from '@entrada/platform/testing/upgraded-database';
import { HOUR_MS } from '@entrada/platform/time/units';
import type { Pool } from 'pg';
import { rollupQueries } from '../src/store/rollup-queries.ts';

const SERVICE = `${import.meta.dirname}/..`;

let database: Awaited<ReturnType<typeof upgradedDatabase>>;
let db: Pool;
let admin: Pool;
let adminUrl: string;
beforeEach(async () => {
  database = await upgradedDatabase('webhooks');
  ({ db, admin, adminUrl } = database);
});
afterEach(() => database[Symbol.asyncDispose]());

const ENDPOINT = `
  insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
  values ($1, $2, 'x', 'https://x', '{}', '', now())`;

async function endpointOf(accountId: string): Promise<string> {
  const id = randomUUID();
  await db.query(ENDPOINT, [id, accountId]);
  return id;
}

const EVENT = `
  insert into webhook_event (id, account_id, event, body, occurred_at, position)
  select $1, $2, $3::text, '', now(), case when $4 then null else 1 + count(*) end
    from webhook_event where account_id = $2`;
/** As a version from before the log of an account plans them. */
const PLAN = `insert into delivery (event_id, endpoint_id, status) select $1, unnest($2::uuid[]), 'PENDING' returning id`;

async function planned(accountId: string, endpoints: readonly string[], isTest = false) {
  const id = randomUUID();
  await db.query(EVENT, [id, accountId, 'DEPOSIT_ASSET_SUCCESS', isTest]);
  return (await db.query<{ id: number }>(PLAN, [id, endpoints])).rows.map((row) => row.id);
}

const RESULT = `result (id) as (select $1::bigint)`;
const LOGGED = `
  logged as (
    insert into delivery_attempt (delivery_id, number, at, duration_ms, outcome, status_code, total_ms)
    select id, 1, now(), 1, 'delivered', 200, 1 from result
        on conflict do nothing
    returning delivery_id, at, status_code
  )`;
/** As a version from before there were hours. */
const WITHOUT_HOURS = `
  with ${RESULT}, ${LOGGED}
  update delivery set status = 'DELIVERED', attempts = 1, finished_at = now()
    from result where delivery.id = result.id and status = 'PENDING'`;
/** As one that counts hours, and days if it is given where. */
const counting = (days: string) => `
  with ${RESULT}, ${LOGGED},
  attempt_hours as (
    insert into endpoint_hour as own (endpoint_id, hour, result, latency, attempts)
    select endpoint_id, date_bin('1 hour', at, 'epoch'), status_code, 0, 1
      from logged join delivery on delivery.id = delivery_id
        on conflict (endpoint_id, hour, result, latency) do update set attempts = own.attempts + excluded.attempts
  ),
  recorded as (
    update delivery set status = 'DELIVERED', attempts = 1, finished_at = now(), notified_at = now()
      from result where delivery.id = result.id and notified_at is null
    returning endpoint_id
  )${days}
  insert into notified_hour as own (account_id, hour, events)
  select account_id, date_bin('1 hour', now(), 'epoch'), 1 from recorded join endpoint on endpoint.id = endpoint_id
      on conflict (account_id, hour) do update set events = own.events + excluded.events`;
const DAYS = `, days as (
    insert into notified_day as own (account_id, day, events)
    select account_id, date_bin('1 day', now(), '2000-01-01T03:00:00Z'), 1 from recorded join endpoint on endpoint.id = endpoint_id
        on conflict (account_id, day) do update set events = own.events + excluded.events
  )`;

const WINDOW = {
  from: new Date(Date.now() - 30 * HOUR_MS),
  to: new Date(Date.now() + 30 * HOUR_MS),
};

async function notified(accountId: string): Promise<{ hours: number; days: number }> {
  const { notifiedHours } = rollupQueries(db);
  const sum = (rows: readonly { count: number }[]) => rows.reduce((all, row) => all + row.count, 0);
  return {
    hours: sum(await notifiedHours(accountId, WINDOW)),
    days: sum(await notifiedHours(accountId, WINDOW, [WINDOW.from])),
  };
}

async function attempts(endpointId: string): Promise<number> {
  const hours = await rollupQueries(db).endpointHours(endpointId, WINDOW);
  return hours.reduce((all, { results }) => all + (results['200'] ?? 0), 0);
}

async function logged(): Promise<number> {
  return (await db.query('select from delivery_attempt')).rowCount ?? 0;
}

test.each([
  ['does not count', WITHOUT_HOURS],
  ['counts hours', counting('')],
  ['counts hours and days', counting(DAYS)],
])(
  'what a version that %s records beside this one is counted once, also by the owner of the tables',
  async (_what, record) => {
    const accountId = randomUUID();
    const endpointId = await endpointOf(accountId);
    for (const role of [db, admin, db]) {
      const [id] = await planned(accountId, [endpointId]);
      await role.query(record, [id]);
      await role.query(record, [id]);
    }

    expect(await notified(accountId)).toEqual({ hours: 3, days: 3 });
    expect(await attempts(endpointId)).toBe(await logged());
  },
);

test('a deposit that a version without hours reports to two endpoints counts once, and a test never', async () => {
  const accountId = randomUUID();
  const endpoints = [await endpointOf(accountId), await endpointOf(accountId)];

  for (const id of await planned(accountId, endpoints)) await db.query(WITHOUT_HOURS, [id]);
  for (const id of await planned(accountId, endpoints, true)) await db.query(WITHOUT_HOURS, [id]);

  expect(await notified(accountId)).toEqual({ hours: 1, days: 1 });
});

const EARLIER = `
  drop function count_attempt cascade;
  drop function count_notified_day cascade;
  drop function leave_out_unless_filling cascade;
  drop function complete_delivery cascade;
  drop function count_notified cascade;
  delete from service_migration where name >= '0012'`;
/** Of many accounts, in more hours than one step takes. */
const HOURS_BEFORE = `
  insert into notified_hour
  select md5(account::text)::uuid, date_bin('1 hour', now(), 'epoch') - hour * interval '1 hour', 1
    from generate_series(1, 400) as account, generate_series(1, 30) as hour`;
const ADD = `
  insert into notified_hour as own values (md5($1)::uuid, date_bin('1 hour', now(), 'epoch'), 1)
      on conflict (account_id, hour) do update set events = own.events + excluded.events`;
const DIFFERING = `
  select account_id, day, sum(events) from (
    select account_id, day, events from notified_day
    union all
    select account_id, date_bin('1 day', hour, '2000-01-01T03:00:00Z'), -events from notified_hour) as part
   group by 1, 2 having sum(events) <> 0`;

test('an upgrade adds up the days of all hours before it, while hours are counted', async () => {
  await admin.query(EARLIER);
  await admin.query(HOURS_BEFORE);
  let isUpgrading = true;
  const countOn = async (seed: number) => {
    for (let n = seed; isUpgrading; n = (n * 7 + 1) % 401) await db.query(ADD, [String(n)]);
  };
  const others = [countOn(1), countOn(2), countOn(3)];

  await using own = await migrationsBefore(SERVICE, '0014');
  await migrate(adminUrl, [MESSAGING_MIGRATIONS, own]).finally(() => {
    isUpgrading = false;
  });
  await Promise.all(others);

  expect((await admin.query(DIFFERING)).rows).toEqual([]);
  const { rows } = await admin.query('select count(*)::int as days from notified_day');
  expect(rows[0].days).toBeGreaterThanOrEqual(800);
});

test('an upgrade does not fail over an hour that is counted after the last step', async () => {
  await admin.query(EARLIER);
  await using own = await migrationsBefore(SERVICE, '0013');
  await migrate(adminUrl, [MESSAGING_MIGRATIONS, own]);
  await db.query(
    `insert into notified_hour values ('ffffffff-ffff-ffff-ffff-ffffffffffff', now(), 1)`,
  );

  await admin.query(await readFile(`${SERVICE}/migrations/0013_attempts_are_counted.sql`, 'utf8'));

  expect((await admin.query(DIFFERING)).rows).toEqual([]);
});
