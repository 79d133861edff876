import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/session';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { HOUR_MS } from '@entrada/platform/time/units';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { Attempt } from '../src/domain/delivery.ts';
import type { NotifiedHour } from '../src/domain/hours.ts';
import { deliveryStore, QUEUE_SETTINGS } from '../src/store/delivery-store.ts';
import { foldAttempts, totalsStore } from '../src/store/totals.ts';
import { attemptOf } from './attempt-of.ts';

/** The codes of these runs, in words of their own, so that the rule is not copied. */
const LOGGED = `
  select date_trunc('hour', at, 'UTC') as hour, result, count(*)::int as attempts
    from delivery_attempt
    join delivery on delivery.id = delivery_id
   cross join lateral (
           select case when outcome in ('timeout', 'too_long', 'unresolved') then outcome
                       when status_code = 226 then '2xx' when status_code = 599 then '5xx'
                       else status_code::text end as result) as named
   where endpoint_id = $1
   group by 1, 2
   order by 1, 2`;

async function loggedHours(db: Pool, endpointId: string) {
  const { rows } = await db.query(LOGGED, [endpointId]);
  const hours = new Map<number, { hour: Date; results: Record<string, number> }>();
  for (const { hour, result, attempts } of rows) {
    const known = hours.get(hour.getTime()) ?? { hour, results: {} as Record<string, number> };
    known.results[result] = attempts;
    hours.set(hour.getTime(), known);
  }
  return [...hours.values()];
}

/** Within the range that the buckets cover. */
const EXACT_P95 = `
  select percentile_disc(0.95) within group (order by greatest(total_ms, 1)) as ms
    from delivery_attempt
    join delivery on delivery.id = delivery_id
   where endpoint_id = $1 and outcome in ('delivered', 'rejected', 'gone')
     and at >= $2 and at < $2::timestamptz + interval '1 hour'`;

async function loggedP95(db: Pool, endpointId: string, hour: Date): Promise<number | null> {
  const { rows } = await db.query<{ ms: number | null }>(EXACT_P95, [endpointId, hour]);
  return rows[0]?.ms ?? null;
}

const HOURS = 3;
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOURS * HOUR_MS;
const WINDOW = { from: new Date(START), to: new Date(START + HOURS * HOUR_MS) };
const SENDERS = 2;

const resources = new AsyncDisposableStack();
let db: Pool;
let senders: ReturnType<typeof deliveryStore>[];
beforeAll(async () => {
  const { url } = resources.use(await freshDatabase('webhooks'));
  const { log } = testRuntime('webhooks');
  const open = (to: string) => {
    const pool = openPool(to, { max: 2, log });
    resources.defer(() => pool.end());
    return pool;
  };
  db = open(url);
  senders = Array.from({ length: SENDERS }, () =>
    deliveryStore(open(withSettings(url, QUEUE_SETTINGS)), 60_000),
  );
});
afterAll(() => resources.disposeAsync());

const EVENTS = ['DEPOSIT_ASSET_SUCCESS', 'DEPOSIT_ASSET_EXPIRED', 'test of DEPOSIT_ASSET_SUCCESS'];
const OUTCOMES = [
  ['delivered', 200],
  ['delivered', 226],
  ['rejected', 500],
  ['rejected', 599],
  ['gone', 410],
  ['timeout', null],
  ['too_long', 200],
  ['unresolved', null],
] as const;

/** An account with some endpoints, and events that each go to all of them. */
const ADD = `
  with endpoint as (
    insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
    select gen_random_uuid(), $1, 'x', 'https://x', '{}', '', now() from generate_series(1, $2::int)
    returning id
  ),
  event as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    select gen_random_uuid(), $1, event, '', now() from unnest($3::text[]) as event
    returning id, event
  )
  insert into delivery (event_id, endpoint_id, event, is_test, status)
  select event.id, endpoint.id, replace(event, 'test of ', ''), event like 'test%', 'PENDING'
    from event cross join endpoint
  returning id, endpoint_id, event_id, event, is_test`;

type Delivery = {
  id: number;
  endpoint_id: string;
  event_id: string;
  event: string;
  is_test: boolean;
};

const attempt = fc.record({
  delivery: fc.nat(),
  outcome: fc.constantFrom(...OUTCOMES),
  atMs: fc.nat(HOURS * HOUR_MS - 1),
  totalMs: fc.integer({ min: 100, max: 6_000_000 }).map((hundredths) => hundredths / 100),
  sender: fc.nat(SENDERS - 1),
  isRecordedTwice: fc.boolean(),
});
const runs = fc.record({
  endpoints: fc.integer({ min: 1, max: 3 }),
  events: fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 8 }),
  attempts: fc.array(attempt, { maxLength: 40 }),
});
const SUCCESS = {
  delivery: 0,
  outcome: OUTCOMES[0],
  atMs: 0,
  totalMs: 1,
  sender: 0,
  isRecordedTwice: false,
};
type Run = typeof runs extends fc.Arbitrary<infer T> ? T : never;
type MadeAttempt = Attempt & { readonly sender: number; readonly isRecordedTwice: boolean };

function attemptsOf({ attempts }: Run, deliveries: readonly Delivery[]): MadeAttempt[] {
  return attempts.map(({ delivery, outcome: [outcome, statusCode], ...made }, attemptsDone) => {
    const { id, endpoint_id: endpointId } = deliveries[delivery % deliveries.length] as Delivery;
    const claimed = { id, accountId: endpointId, endpointId, url: '', lease: 0, attemptsDone };
    const attempted = attemptOf(claimed, {
      at: new Date(START + made.atMs),
      outcome,
      statusCode,
      verdict: outcome === 'delivered' ? { next: 'delivered' } : { next: 'retry', delayMs: 1 },
      timings: { dnsMs: null, tcpMs: null, tlsMs: null, firstByteMs: null, totalMs: made.totalMs },
    });
    return { ...attempted, sender: made.sender, isRecordedTwice: made.isRecordedTwice };
  });
}

/** Until everything recorded before is folded, by two replicas at once. */
async function fold(): Promise<void> {
  const { rows } = await db.query<{ now: Date }>('select now()');
  const folds = [1, 2].map(() => foldAttempts(db, () => {}));
  await eventually(async () => {
    await Promise.all(folds.map((each) => each()));
    const { asOf } = await totalsStore(db).notifiedHours(randomUUID(), WINDOW);
    expect(asOf.getTime()).toBeGreaterThan(rows[0]?.now.getTime() ?? Number.NaN);
  });
}

const notifiedHours = async (
  ...query: Parameters<ReturnType<typeof totalsStore>['notifiedHours']>
) => (await totalsStore(db).notifiedHours(...query)).hours;

/** Each sender records its own at the same time as the others, in two batches, some of them again. */
async function record(made: readonly MadeAttempt[]): Promise<void> {
  await Promise.all(
    senders.map(async (sender, index) => {
      const own = made.filter((one) => one.sender === index);
      const half = Math.ceil(own.length / 2);
      for (const batch of [own.slice(0, half), own.slice(half)]) {
        if (batch.length > 0) await sender.record(batch);
        const again = batch.filter((one) => one.isRecordedTwice);
        if (again.length > 0) await sender.record(again);
      }
    }),
  );
}

async function setUp(run: Run) {
  const accountId = randomUUID();
  const values = [accountId, run.endpoints, run.events];
  const { rows: deliveries } = await db.query<Delivery>(ADD, values);
  return { accountId, deliveries, made: attemptsOf(run, deliveries) };
}

test('each deposit is counted as notified once, in the hour of a delivery of it, whatever is sent again', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const { accountId, deliveries, made } = await setUp(run);

      await record(made);
      await fold();

      const counted = await notifiedHours(accountId, WINDOW);
      const deposits = new Map<string, Set<number>>();
      for (const { deliveryId, outcome, at } of made) {
        const { event, event_id, is_test } = deliveries.find(({ id }) => id === deliveryId) ?? {};
        if (outcome !== 'delivered' || event !== 'DEPOSIT_ASSET_SUCCESS' || is_test) continue;
        const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
        deposits.set(String(event_id), (deposits.get(String(event_id)) ?? new Set()).add(hour));
      }
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(deposits.size);
      const hours = new Set([...deposits.values()].flatMap((each) => [...each]));
      for (const { hour } of counted) expect(hours).toContain(hour.getTime());
      const isAny = ({ count }: NotifiedHour) => count > 0;
      expect((await inDays(accountId)).filter(isAny)).toEqual(addedUp(counted).filter(isAny));
    }),
    { numRuns: 40 },
  );
});

test('a success that is recorded again after a replay, by a sender whose clock is ahead, is counted once', async () => {
  const deposit = { endpoints: 1, events: ['DEPOSIT_ASSET_SUCCESS'], attempts: [SUCCESS] };
  const { accountId, made } = await setUp(deposit);
  const ahead = made.map((one) => ({ ...one, at: new Date(Date.now() + HOUR_MS) }));
  await senders[0]?.record(ahead);
  const replayed = `
    update delivery set status = 'PENDING', replayed_at = now() where id = $1 and status = 'DELIVERED'`;
  expect((await db.query(replayed, [made[0]?.deliveryId])).rowCount).toBe(1);

  await senders[1]?.record(ahead);
  await fold();

  const status = 'select status from delivery where id = $1';
  expect((await db.query(status, [made[0]?.deliveryId])).rows).toEqual([{ status: 'DELIVERED' }]);
  const window = { from: WINDOW.from, to: new Date(Date.now() + 2 * HOUR_MS) };
  const counted = await notifiedHours(accountId, window);
  expect(counted.map(({ count }) => count)).toEqual([1]);
});

/** Buckets that begin within the hours, between two of them, and before all. */
const STARTS = [-30, 0.5, 2].map((hours) => new Date(START + hours * HOUR_MS));

function inDays(accountId: string) {
  const window = { from: STARTS[0] ?? WINDOW.from, to: WINDOW.to };
  return notifiedHours(accountId, window, STARTS);
}

function addedUp(hours: readonly NotifiedHour[]): NotifiedHour[] {
  return STARTS.map((start, index) => {
    const end = STARTS[index + 1] ?? WINDOW.to;
    const inside = hours.filter(({ hour }) => hour >= start && hour < end);
    const count = inside.reduce((sum, one) => sum + one.count, 0);
    return { hour: start, count };
  });
}

test('the hours of an endpoint agree with the log of its attempts, and p95 is at most 9.1 % off', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const { deliveries, made } = await setUp(run);

      await record(made);
      await fold();

      for (const endpointId of new Set(deliveries.map(({ endpoint_id }) => endpoint_id))) {
        const { hours } = await totalsStore(db).endpointHours(endpointId, WINDOW);
        expect(hours.map(({ hour, results }) => [hour, results])).toEqual(
          (await loggedHours(db, endpointId)).map(({ hour, results }) => [hour, results]),
        );
        for (const { hour, p95Ms } of hours) {
          const exact = await loggedP95(db, endpointId, hour);
          if (exact === null) expect(p95Ms).toBeNull();
          else expect(Math.abs((p95Ms ?? 0) - exact)).toBeLessThan(0.091 * exact + 0.006);
        }
      }
    }),
    { numRuns: 40 },
  );
});
