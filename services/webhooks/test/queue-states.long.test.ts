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
