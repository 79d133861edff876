import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/session';
import { freshDatabase } from '@entrada/platform/testing/database';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { deliveryStore, QUEUE_SETTINGS } from '../src/store/delivery-store.ts';
import { QUEUE_ALL, queued } from './queued.ts';

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
