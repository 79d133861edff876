import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/session';
import { transact } from '@entrada/platform/db/transaction';
import { freshDatabase } from '@entrada/platform/testing/database';
import { costsOf, reportCosts } from '@entrada/platform/testing/statement-costs';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg, { type Pool } from 'pg';
import { type ClaimedDelivery, NO_ORIGIN, NO_ROOM, type Room } from '../src/domain/delivery.ts';
import { deliveryStore, QUEUE_SETTINGS } from '../src/store/delivery-store.ts';
import { housekeepingStore } from '../src/store/housekeeping.ts';
import { planDeliveries } from '../src/store/plan-deliveries.ts';
import { replays } from '../src/store/replay.ts';
import { foldAttempts } from '../src/store/totals.ts';
import { attemptOf } from './attempt-of.ts';
import { QUEUE_ALL } from './queued.ts';

const endpointId = randomUUID();
const TABLES = [
  'webhook_event',
  'delivery',
  'delivery_attempt',
  'endpoint',
  'endpoint_health',
  'endpoint_queue',
  'endpoint_hour',
  'notified_hour',
];
const BATCH = 64;
/** Pages for a row of a batch: look-ups by key, its own, and those of six indexes that it changes. */
const PAGES_PER_ROW_MAX = 100;
const WAITING = 20_000;

type State = {
  readonly name: string;
  readonly before?: (db: pg.Client) => Promise<unknown>;
  readonly waiting: number;
  readonly after?: (db: pg.Client, adminUrl: string) => Promise<AsyncDisposable | undefined>;
};

const analyze = (db: pg.Client) => db.query(`vacuum analyze ${TABLES.join(', ')}`);

const STATES: readonly State[] = [
  { name: 'no statistics', waiting: WAITING },
  { name: 'statistics of an empty table', waiting: WAITING, before: analyze },
  {
    name: '100,000 waiting at one endpoint',
    waiting: 100_000,
    after: async (db) => void (await analyze(db)),
  },
  { name: 'a snapshot held open since most was delivered', waiting: WAITING, after: deliverMost },
];

/** Nine tenths are finished, and none of their old versions can be removed. */
async function deliverMost(db: pg.Client, adminUrl: string): Promise<AsyncDisposable> {
  const backup = new pg.Client({ connectionString: adminUrl });
  backup.on('error', () => {});
  await backup.connect();
  await backup.query('begin isolation level repeatable read');
  await backup.query('select from delivery limit 1');
  const last = WAITING * 0.9;
  await db.query(`update delivery set lease_until = now() where id <= ${last}`);
  await db.query(
    `update delivery set status = 'DELIVERED', attempts = 1, lease_until = null where id <= ${last}`,
  );
  // As the claims of what was delivered leave it.
  await db.query(`update endpoint_queue set next_position = ${last} where not is_retry`);
  return { [Symbol.asyncDispose]: () => backup.end() };
}

const fill = (waiting: number) => `
  insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
  values ('${endpointId}', '${endpointId}', 'x', 'https://x', '{DEPOSIT_ASSET_SUCCESS}', '', now());
  insert into endpoint_health (endpoint_id) values ('${endpointId}');
  with event as (
    insert into webhook_event (id, account_id, event, body, occurred_at, position)
    select uuidv7(), '${endpointId}', 'DEPOSIT_ASSET_SUCCESS', 'x', now(), number
      from generate_series(1, ${waiting}) as number
    returning id)
  insert into delivery (event_id, endpoint_id, event, status)
  select id, '${endpointId}', 'DEPOSIT_ASSET_SUCCESS', 'PENDING' from event;
  update delivery set attempts = 1, due_at = now() - interval '1 second' where id > ${waiting} - 1000`;

const SEARCH = { withExpired: true, fromStart: false };

const room = (max: number): Room => ({
  deliveriesMax: max,
  perEndpointMax: max,
  overrides: new Map(),
});

const failed = (delivery: ClaimedDelivery) =>
  attemptOf(delivery, {
    outcome: 'rejected',
    statusCode: 500,
    cause: 'answered 500',
    verdict: { next: 'retry', delayMs: 60_000 },
  });

const newEvent = () => ({
  id: randomUUID(),
  accountId: endpointId,
  event: 'DEPOSIT_ASSET_SUCCESS' as const,
  chargeId: null,
  data: {},
  isTest: false,
  occurredAt: new Date(),
  ...NO_ORIGIN,
});

/** Each does one batch. */
function batchesOf(queue: Pool) {
  const deliveries = deliveryStore(queue, 60_000);
  const housekeeping = housekeepingStore(queue);
  const { startReplay, continueReplay } = replays(queue);
  const claim = async () => (await deliveries.claimFirstAttempts(room(BATCH), SEARCH)).deliveries;
  const window = {
    from: new Date(Date.now() - 3_600_000),
    to: new Date(Date.now() + 3_600_000),
    wanted: 'all',
  } as const;
  return {
    'claim of first attempts': claim,
    'claim of retries': () => deliveries.claimRetries(room(BATCH), SEARCH),
    'record of results': async () => deliveries.record((await claim()).map(failed)),
    'release of claims': async () => deliveries.release(await claim()),
    'planning of deliveries': () =>
      transact(queue, (tx) =>
        planDeliveries(60_000)(tx, Array.from({ length: BATCH }, newEvent), room(BATCH)),
      ),
    'planning of deliveries to be claimed later': () =>
      transact(queue, (tx) =>
        planDeliveries(60_000)(tx, Array.from({ length: BATCH }, newEvent), NO_ROOM),
      ),
    'start of a replay': () => startReplay(endpointId, window, BATCH),
    'replay of retries': () => continueReplay(BATCH),
    'replay of deliveries': async () => {
      await queue.query(`update replay set reading = 'DELIVERED'`);
      await continueReplay(BATCH);
    },
    'settling of an endpoint': () => housekeeping.settle(endpointId),
    'removal of what is old': () => housekeeping.prune(),
    'time of the next retry': () => deliveries.nextRetryInMs(),
    'fold of attempts': foldAttempts(queue, () => {}),
  };
}

describe.each(STATES)('with $name', ({ before, waiting, after }) => {
  const resources = new AsyncDisposableStack();
  let url: string;
  beforeAll(async () => {
    const database = resources.use(await freshDatabase('webhooks'));
    url = database.url;
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    resources.defer(() => admin.end());
    for (const table of TABLES) {
      await admin.query(`alter table ${table} set (autovacuum_enabled = off)`);
    }
    await before?.(admin);
    await admin.query(fill(waiting));
    await admin.query(QUEUE_ALL);
    const state = await after?.(admin, database.adminUrl);
    if (state) resources.use(state);
    await reportCosts(database.adminUrl);
  }, 240_000);
  afterAll(() => resources.disposeAsync());

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'a batch of any statement of the queue reads no more than its own rows (%s)',
    async (mode) => {
      const settings = `${QUEUE_SETTINGS} -c plan_cache_mode=${mode}`;
      const { log } = testRuntime('webhooks');
      const queue = openPool(withSettings(url, settings), { max: 1, log });
      const costs = costsOf(queue);
      const found: Record<string, number> = {};
      for (const [name, batch] of Object.entries(batchesOf(queue))) {
        await batch();
        const all = await costs.take();
        found[name] = Math.max(...all.map(({ buffers }) => buffers));
      }
      await queue.end();

      const tooDear = Object.entries(found).filter(
        ([, pages]) => pages > BATCH * PAGES_PER_ROW_MAX,
      );
      expect(found).not.toEqual({});
      expect(Object.fromEntries(tooDear)).toEqual({});
    },
    120_000,
  );
});

const BACKLOG = 4_000;
const ROOM_OF_LANE = {
  deliveriesMax: 64,
  perEndpointMax: 16,
  overrides: new Map<string, number>(),
};
/** The part of the claims during which every endpoint still has a backlog. */
const WITH_BACKLOG = 0.8;

const FILL_BACKLOG = `
  with added as (
    insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
    select id, id, 'x', 'https://x', '{}', '', now()
      from (select gen_random_uuid() as id from generate_series(1, $1::int)) as made
    returning id
  ),
  place as (select id, row_number() over () - 1 as place from added),
  event as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    select uuidv7(), place.id, 'DEPOSIT_ASSET_SUCCESS', 'x', now()
      from generate_series(1, ${BACKLOG}) as number
      join place on place.place = number % $1::int
    returning id, account_id
  )
  insert into delivery (event_id, endpoint_id, event, status)
  select id, account_id, 'DEPOSIT_ASSET_SUCCESS', 'PENDING' from event`;

async function drainUnderSnapshot(endpoints: number) {
  await using resources = new AsyncDisposableStack();
  const { url, adminUrl } = resources.use(await freshDatabase('webhooks'));
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  resources.defer(() => admin.end());
  await admin.query(FILL_BACKLOG, [endpoints]);
  await admin.query(QUEUE_ALL);
  await reportCosts(adminUrl);
  const queue = openPool(withSettings(url, QUEUE_SETTINGS), {
    max: 1,
    log: testRuntime('webhooks').log,
  });
  resources.defer(() => queue.end());
  const costs = costsOf(queue);
  const deliveries = deliveryStore(queue, 60_000);

  await admin.query('begin isolation level repeatable read');
  await admin.query('select from delivery limit 1');
  const pages: number[] = [];
  let drained = 0;
  while (drained < BACKLOG) {
    const { deliveries: claimed } = await deliveries.claimFirstAttempts(ROOM_OF_LANE, SEARCH);
    const costsOfClaim = await costs.take();
    pages.push(costsOfClaim.reduce((sum, { buffers }) => sum + buffers, 0));
    if (claimed.length === 0) throw new Error(`${BACKLOG - drained} deliveries were not claimed`);
    await deliveries.record(claimed.map((one) => attemptOf(one)));
    await costs.take();
    drained += claimed.length;
  }
  await admin.query('commit');
  await queue.query('select pg_stat_force_next_flush()');
  const { rows } = await admin.query(
    `select n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'delivery'`,
  );
  return { pages, hot: rows[0].hot };
}

test.each([1, 12])(
  'while a snapshot is open, claims of a backlog do not read what is finished (endpoints: %d)',
  async (endpoints) => {
    const { pages, hot } = await drainUnderSnapshot(endpoints);

    const [first = 0, ...later] = pages.slice(0, pages.length * WITH_BACKLOG);
    expect(Math.max(...later)).toBeLessThan(2 * first);
    // Every claim is a new version within its page, which changes no index.
    expect(hot).toBeGreaterThan(BACKLOG * 0.8);
  },
);
