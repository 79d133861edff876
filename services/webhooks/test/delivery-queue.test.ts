import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/session';
import { freshDatabase, openTestPool } from '@entrada/platform/testing/database';
import { eventually, Stalled, unlessStalled } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import type { ClaimedDelivery } from '../src/domain/delivery.ts';
import { type DeliveryStore, deliveryStore, QUEUE_SETTINGS } from '../src/store/delivery-store.ts';
import { replays } from '../src/store/replay.ts';
import { attemptOf } from './attempt-of.ts';
import { credited } from './event-records.ts';
import { QUEUE_ALL, queued } from './queued.ts';
import { startReceiver } from './receiver.ts';
import { webhooksUnderTest } from './webhooks-under-test.ts';

const accountId = randomUUID();
const ROOM = { deliveriesMax: 1, perEndpointMax: 1, overrides: new Map() };
const ALL = { withExpired: true, fromStart: true };
const FAILED = {
  outcome: 'rejected',
  statusCode: 500,
  verdict: { next: 'retry', delayMs: 60_000 },
} as const;

const LEASES_RUN_OUT_MS = 6_500;
const CLAIMS_COME_FIRST_MS = 2_000;
/** Within the time that senders are given to record their results. */
const STALL_MAX_MS = 2_000;

const database = forTests(() => freshDatabase('webhooks'));
const db = forTests(() => openTestPool(database.adminUrl));
let deliveries: DeliveryStore;
beforeAll(async () => {
  // Leases that have run out as soon as they are taken.
  deliveries = deliveryStore(db, 0);
  await db.query(
    `insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
     values ($1, $1, 'x', 'https://x', '{}', '', now())`,
    [accountId],
  );
});
beforeEach(async () => {
  await db.query('delete from delivery_attempt');
  await db.query('delete from delivery');
  await db.query(
    `with event as (
       insert into webhook_event (id, account_id, event, body, occurred_at, position)
       values ($2, $1, 'DEPOSIT_ASSET_SUCCESS', '', now(), (random() * 1e12)::bigint)
       returning id)
     insert into delivery (event_id, endpoint_id, event, status)
     select id, $1, 'DEPOSIT_ASSET_SUCCESS', 'PENDING' from event`,
    [accountId, randomUUID()],
  );
  await db.query(QUEUE_ALL);
});

async function claim(): Promise<ClaimedDelivery> {
  const [claimed] = (await deliveries.claimFirstAttempts(ROOM, ALL)).deliveries;
  if (!claimed) throw new Error('nothing to claim');
  return claimed;
}

async function stored() {
  const { rows } = await db.query(
    'select status, attempts, lease_until is not null as leased from delivery',
  );
  return rows[0];
}

test('a failure recorded after another sender has claimed the delivery does not end its attempt', async () => {
  const first = await claim();
  const second = await claim();

  await deliveries.record([attemptOf(first, FAILED)]);
  expect(await stored()).toEqual({ status: 'PENDING', attempts: 0, leased: true });

  await deliveries.record([attemptOf(second)]);
  expect(await stored()).toEqual({ status: 'DELIVERED', attempts: 1, leased: false });
});

test('a success counts whenever it is recorded, whatever others recorded before', async () => {
  const first = await claim();
  const second = await claim();

  await deliveries.record([attemptOf(second, FAILED)]);
  expect(await stored()).toMatchObject({ status: 'PENDING', attempts: 1 });

  await deliveries.record([attemptOf(first)]);
  expect(await stored()).toEqual({ status: 'DELIVERED', attempts: 1, leased: false });
});

test('a success from before a replay does not end the replay', async () => {
  const before = attemptOf(await claim());
  await claim();
  await replays(db).redeliver(accountId, before.deliveryId);

  await deliveries.record([{ ...before, at: new Date(Date.now() - 60_000) }]);

  expect(await stored()).toMatchObject({ status: 'PENDING', attempts: 0 });
});

test('what is given back after another sender has claimed it stays with that sender', async () => {
  const first = await claim();
  await claim();

  await deliveries.release([first]);

  expect(await stored()).toMatchObject({ leased: true });
});

test('a delivery that is planned while a claim looks at its endpoint is in the next claim', async () => {
  await deliveries.record([attemptOf(await claim())]);
  const planner = await db.connect();
  await planner.query('begin');
  await planner.query(queued(`update delivery set status = 'PENDING', attempts = 0`));

  expect((await deliveries.claimFirstAttempts(ROOM, ALL)).deliveries).toEqual([]);
  await planner.query('commit');
  planner.release();

  await claim();
});

test('a delivery that is planned at an endpoint which is due already wakes the senders, whose claims pass over it until then', async () => {
  await using sender = await listener(database.adminUrl);
  const planner = await db.connect();
  await planner.query('begin');
  await planner.query(queued('update delivery set due_at = now()'));
  expect((await deliveries.claimFirstAttempts(ROOM, ALL)).deliveries).toEqual([]);

  await planner.query('commit');
  planner.release();

  await eventually(() => sender.received.length === 1);
  await claim();
});

test('what waits for an endpoint that was disabled is held by the claim, and not sent', async () => {
  const disabled = `update endpoint set status = 'DISABLED', disabled_at = now()`;
  const enabled = `update endpoint set status = 'ENABLED', disabled_at = null`;
  await db.query(disabled);
  const { deliveries: claimed } = await deliveries.claimFirstAttempts(ROOM, ALL);
  await db.query(enabled);

  expect(claimed).toEqual([]);
  expect(await stored()).toEqual({ status: 'HELD', attempts: 0, leased: false });
});

async function listener(adminUrl: string) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('listen delivery');
  const received: unknown[] = [];
  client.on('notification', (notification) => received.push(notification));
  return { received, [Symbol.asyncDispose]: () => client.end() };
}

/** For as long as it is held, results cannot be recorded; deliveries can be claimed. */
async function blockRecording(adminUrl: string) {
  const blocker = new pg.Client({ connectionString: adminUrl });
  await blocker.connect();
  await blocker.query('begin; lock table delivery_attempt in access exclusive mode');
  const { rows } = await blocker.query('select pg_backend_pid() as pid');
  return { pid: rows[0].pid, [Symbol.asyncDispose]: () => blocker.end() };
}

/** Nobody is connected to the database or can connect, but for one session. */
async function refuseConnections(adminUrl: string, exceptPid: number) {
  const name = new URL(adminUrl).pathname.slice(1);
  const identifier = pg.escapeIdentifier(name);
  const other = new pg.Client({ connectionString: new URL('/postgres', adminUrl).href });
  await other.connect();
  await other.query(`alter database ${identifier} allow_connections false`);
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and pid <> $2`,
    [name, exceptPid],
  );
  return {
    async [Symbol.asyncDispose]() {
      await other.query(`alter database ${identifier} allow_connections true`);
      await other.end();
    },
  };
}

async function sendThroughOutage(): Promise<void> {
  await using webhooks = await webhooksUnderTest({
    WEBHOOK_TIMEOUT_MS: '1000',
    WEBHOOK_LEASE_MARGIN_MS: '5000',
  });
  await using others = new AsyncDisposableStack();
  await using receiver = await startReceiver((response) => response.writeHead(204).end());
  const owner = randomUUID();
  await webhooks.endpoint(owner, receiver.url);
  const records = Array.from({ length: 20 }, () => credited(owner));
  let sentAt: number;
  {
    await using blocked = await blockRecording(webhooks.databaseUrl);
    await webhooks.publish(records);
    await eventually(() => receiver.log.length === records.length);
    sentAt = performance.now();
    // It has sent nothing, so no result of its own keeps it from claiming.
    others.use(await webhooks.startAnother());
    {
      await using _outage = await refuseConnections(webhooks.databaseUrl, blocked.pid);
      await delay(LEASES_RUN_OUT_MS);
    }
    // The process that sent the deliveries retries recording; the other one could claim them.
    await delay(CLAIMS_COME_FIRST_MS);
  }
  const tookMs = performance.now() - sentAt;
  if (tookMs > LEASES_RUN_OUT_MS + CLAIMS_COME_FIRST_MS + STALL_MAX_MS) throw new Stalled();

  await eventually(async () => {
    const { rows } = await webhooks.db.query(
      'select status, count(*)::int as count from delivery group by status',
    );
    expect(rows).toEqual([{ status: 'DELIVERED', count: records.length }]);
  });
  expect(receiver.log).toHaveLength(records.length);
}

test('results that could not be recorded until their leases had run out are sent once', () =>
  unlessStalled(sendThroughOutage));

/** More than one claim looks at. */
const ENDPOINTS = 3_300;
const RESTING_EVERY = 11;
const CLAIMS_MAX = 8;
const NEW_ONLY = { withExpired: true, fromStart: false };

const endpointIds = Array.from(
  { length: ENDPOINTS },
  (_, place) => `${place.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
);
const resting = endpointIds.filter((_, place) => place % RESTING_EVERY === 0);
const NONE_REST = { deliveriesMax: 64, perEndpointMax: 4, overrides: new Map<string, number>() };
const SOME_REST = { ...NONE_REST, overrides: new Map(resting.map((id) => [id, 0])) };

/** One retry at each endpoint, due in an hour. */
const FILL = `
  with added as (
    insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
    select id, id, 'x', 'https://x', '{}', '', now() from unnest($1::uuid[]) as id
  ),
  event as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    select uuidv7(), id, 'DEPOSIT_ASSET_SUCCESS', 'x', now() from unnest($1::uuid[]) as id
    returning id, account_id
  )
  insert into delivery (event_id, endpoint_id, event, status, attempts, due_at)
  select id, account_id, 'DEPOSIT_ASSET_SUCCESS', 'PENDING', 1, now() + interval '1 hour' from event`;

async function retryLane(room: typeof NONE_REST) {
  await using starting = new AsyncDisposableStack();
  const { url, adminUrl } = starting.use(await freshDatabase('webhooks'));
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  starting.defer(() => admin.end());
  await admin.query(FILL, [endpointIds]);
  await admin.query(QUEUE_ALL);
  const { log } = testRuntime('webhooks');
  const queue = openPool(withSettings(url, QUEUE_SETTINGS), { max: 1, log });
  starting.defer(() => queue.end());
  const deliveries = deliveryStore(queue, 60_000);
  const resources = starting.move();
  return {
    makeDue: (ids: readonly string[], secondsAgo: number) =>
      admin.query(
        queued(`
          update delivery set due_at = now() - $2::int * interval '1 second'
           where endpoint_id = any ($1)`),
        [ids, secondsAgo],
      ),
    /** The endpoints of which something was claimed. */
    async claim(): Promise<readonly string[]> {
      const claimed = await deliveries.claimRetries(room, NEW_ONLY);
      return claimed.deliveries.map(({ endpointId }) => endpointId);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('a due retry is claimed at once beside thousands that are not due and hundreds of endpoints that rest', async () => {
  await using lane = await retryLane(SOME_REST);
  await lane.makeDue(resting, 60);
  const due = endpointIds[RESTING_EVERY * 155 - 1] ?? '';
  await lane.makeDue([due], 1);

  expect(await lane.claim()).toEqual([due]);
});

test('endpoints that a claim did not reach come first in the next, whatever else became due', async () => {
  await using lane = await retryLane(NONE_REST);
  const waiting = endpointIds.slice(0, CLAIMS_MAX * NONE_REST.deliveriesMax);
  await lane.makeDue(waiting, 60);

  const claimed: string[] = [];
  for (let claim = 0; claim < CLAIMS_MAX; claim += 1) {
    claimed.push(...(await lane.claim()));
    await lane.makeDue(claimed.slice(0, 1), 1);
  }

  expect(claimed.toSorted()).toEqual(waiting);
});
