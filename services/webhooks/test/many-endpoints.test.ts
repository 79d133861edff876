import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/with-settings';
import { freshDatabase } from '@entrada/platform/testing/database';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { openQueueFloor } from '../src/sender/queue-floor.ts';
import { deliveryStore } from '../src/store/delivery-store.ts';
import { QUEUE_SETTINGS } from '../src/store/queue-settings.ts';

/** More than one claim reads. */
const ENDPOINTS = 3_300;
/** Every eleventh endpoint rests, so that ten others lie between two that do. */
const RESTING_EVERY = 11;
const CLAIMS_MAX = 8;
const DUE_SLACK_MICROS = 2_000_000;

/** Ids in equal distances over all that are possible. */
const idAt = (share: number) =>
  `${Math.floor(share * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-4000-8000-000000000000`;
const endpointIds = Array.from({ length: ENDPOINTS }, (_, place) => idAt(place / ENDPOINTS));
const resting = endpointIds.filter((_, place) => place % RESTING_EVERY === 0);
const NONE_REST = { deliveriesMax: 64, perEndpointMax: 4, overrides: new Map<string, number>() };
const SOME_REST = { ...NONE_REST, overrides: new Map(resting.map((id) => [id, 0])) };
const endpointAt = (place: number) => endpointIds[place] ?? '';

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
  const { log } = testRuntime('webhooks');
  const queue = openPool(withSettings(url, QUEUE_SETTINGS), { max: 1, log });
  starting.defer(() => queue.end());
  let startAt = '';
  const deliveries = deliveryStore(queue, { leaseMs: 60_000, randomUuid: () => startAt });
  // Its clock stands, so that only the first claim begins at the beginning.
  const queueFloor = openQueueFloor({ now: () => 0, slack: DUE_SLACK_MICROS });
  const resources = starting.move();
  return {
    makeDue: (endpointId: string, secondsAgo: number) =>
      admin.query(
        `update delivery set due_at = now() - $2::int * interval '1 second' where endpoint_id = $1`,
        [endpointId, secondsAgo],
      ),
    /** The endpoints of which something was claimed. */
    async claimFrom(share: number): Promise<readonly string[]> {
      startAt = idAt(share);
      const start = queueFloor.next();
      const found = await deliveries.claimRetries(room, { ...start, withExpired: true });
      const { deliveries: claimed, isWalkCut } = found;
      queueFloor.learn({ start, room, claimed, isWalkCut, tookMs: 1 });
      return claimed.map(({ endpointId }) => endpointId);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('a due retry is claimed soon beside thousands that are not due and hundreds of endpoints that rest', async () => {
  await using lane = await retryLane(SOME_REST);
  await lane.claimFrom(0);
  const lastOfItsGap = endpointAt(RESTING_EVERY * 155 - 1);
  await lane.makeDue(lastOfItsGap, 1);

  const claimed: string[] = [];
  for (let claim = 0; claim < CLAIMS_MAX; claim += 1) {
    claimed.push(...(await lane.claimFrom(claim / CLAIMS_MAX)));
  }

  expect(claimed).toEqual([lastOfItsGap]);
});

test('a claim that did not reach every endpoint leaves older retries of the rest to the next', async () => {
  await using lane = await retryLane(NONE_REST);
  const [reached, leftOut] = [endpointAt(100), endpointAt(ENDPOINTS - 100)];
  await lane.makeDue(reached, 1);
  await lane.makeDue(leftOut, 60);
  expect(await lane.claimFrom(0)).toEqual([reached]);

  expect(await lane.claimFrom(0.5)).toEqual([leftOut]);
});
