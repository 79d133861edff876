import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/session';
import { freshDatabase } from '@entrada/platform/testing/database';
import { costsOf, reportCosts } from '@entrada/platform/testing/statement-costs';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { deliveryStore, QUEUE_SETTINGS } from '../src/store/delivery-store.ts';
import { attemptOf } from './attempt-of.ts';
import { QUEUE_ALL } from './queued.ts';

const WAITING = 4_000;
const ROOM = { deliveriesMax: 64, perEndpointMax: 16, overrides: new Map<string, number>() };
/** The part of the claims during which every endpoint still has a backlog. */
const WITH_BACKLOG = 0.8;

const FILL = `
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
      from generate_series(1, ${WAITING}) as number
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
  await admin.query(FILL, [endpoints]);
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
  while (drained < WAITING) {
    const search = { withExpired: true, fromStart: false };
    const { deliveries: claimed } = await deliveries.claimFirstAttempts(ROOM, search);
    const costsOfClaim = await costs.take();
    pages.push(costsOfClaim.reduce((sum, { buffers }) => sum + buffers, 0));
    if (claimed.length === 0) throw new Error(`${WAITING - drained} deliveries were not claimed`);
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
    expect(hot).toBeGreaterThan(WAITING * 0.8);
  },
);
