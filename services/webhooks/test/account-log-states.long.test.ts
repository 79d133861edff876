import { randomUUID } from 'node:crypto';
import { freshDatabase } from '@entrada/platform/testing/database';
import { bringInto, pagesRead } from '@entrada/platform/testing/statement-costs';
import type { Pool } from 'pg';
import type { LogFilter } from '../src/domain/delivery-log.ts';
import { deliveryLog } from '../src/store/delivery-log.ts';

const TABLES = ['webhook_event', 'delivery', 'delivery_attempt', 'endpoint'];
const accountId = randomUUID();
const endpointId = accountId.replace(/^.{8}/, '00000003');
const DELIVERIES = 100_000;
const LIMIT = 50;
/** Pages of an index, and of one row, for each of ten endpoints and five statuses, and for what is shown. */
const PAGES_MAX = 10 * 5 * (LIMIT + 10) + LIMIT * 30;
const NEWEST = 253_402_300_799_000;

/**
 * Ten endpoints, and beside them another account. Nearly all deliveries are delivered successes; the rest is rare and
 * old, so that a read of the log without a fitting index reads all of it.
 */
const FILL = `
  insert into endpoint (id, account_id, name, url, events, sealed_secret, created_at)
  select overlay('${accountId}' placing lpad(number::text, 8, '0') from 1)::uuid,
         case when number < 10 then '${accountId}'::uuid else gen_random_uuid() end,
         'x', 'https://x', '{}', '', now()
    from generate_series(0, 10) as number;
  with wanted as (
    select number, uuidv7() as event_id, now() - (${DELIVERIES} - number) * interval '1 second' as created_at,
           case when number % 2000 < 8 and number < 20000
                then (array['PENDING', 'HELD', 'EXHAUSTED', 'ABANDONED'])[number % 4 + 1]
                else 'DELIVERED' end as status,
           case when number % 1000 < 4 and number < 20000 then 'DEPOSIT_ASSET_EXPIRED'
                else 'DEPOSIT_ASSET_SUCCESS' end as event
      from generate_series(1, ${DELIVERIES}) as number
  ),
  stored as (
    insert into webhook_event (id, account_id, event, body, occurred_at, position, created_at)
    select event_id, '${accountId}', event, 'x', now(), number, created_at from wanted
  )
  insert into delivery (event_id, endpoint_id, event, status, attempts, created_at, finished_at)
  select event_id, overlay('${accountId}' placing lpad((number % 10)::text, 8, '0') from 1)::uuid,
         event, status, 1, created_at, now()
    from wanted;
  insert into delivery_attempt (delivery_id, number, at, duration_ms, outcome, status_code)
  select id, 1, created_at, 3, 'delivered', 204 from delivery`;

const analyze = `analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', before: '', after: '', snapshot: null },
  { name: 'statistics of an empty table', before: analyze, after: '', snapshot: null },
  { name: 'statistics', before: '', after: analyze, snapshot: null },
  {
    name: 'a snapshot held open since all was sent again',
    before: '',
    after: `update delivery set again_by = 'replay', again_at = now();
            update delivery set attempts = attempts + 1`,
    snapshot: 'select from delivery limit 1',
  },
];

const ANY: LogFilter = {
  endpointId: null,
  status: null,
  event: null,
  eventId: null,
  from: new Date(0),
  to: new Date(NEWEST),
  limit: LIMIT,
  after: null,
};

/** Every combination, at the newest page, deep in the log, and in a window long ago. */
function filters(eventId: string): Readonly<Record<string, LogFilter>> {
  const long = Date.now() - (DELIVERIES - 15_000) * 1_000;
  const places = {
    newest: {},
    deep: { after: { micros: long * 1_000, id: '1' } },
    window: { from: new Date(long - 60_000), to: new Date(long) },
  };
  const found: Record<string, LogFilter> = {};
  for (const [place, where] of Object.entries(places)) {
    for (const ofEndpoint of [null, endpointId]) {
      for (const status of [null, 'DELIVERED', 'EXHAUSTED'] as const) {
        for (const event of [
          null,
          'DEPOSIT_ASSET_SUCCESS',
          'DEPOSIT_ASSET_EXPIRED',
          'WEBHOOK_TEST',
        ] as const) {
          const filter = { ...ANY, ...where, endpointId: ofEndpoint, status, event };
          const name = [place, ofEndpoint && 'endpoint', status, event].filter(Boolean).join(', ');
          found[name] = filter;
          found[`${name}, one event`] = { ...filter, eventId };
        }
      }
    }
  }
  return found;
}

function readsOf(pool: Pool, eventId: string) {
  const { list } = deliveryLog(pool);
  return Object.fromEntries(
    Object.entries(filters(eventId)).map(([name, filter]) => [name, () => list(accountId, filter)]),
  );
}

describe.each(STATES)('with $name', (state) => {
  const resources = new AsyncDisposableStack();
  let url: string;
  beforeAll(async () => {
    const database = resources.use(await freshDatabase('webhooks'));
    url = database.url;
    await bringInto({ tables: TABLES, fill: FILL, ...state }, database.adminUrl, resources);
  }, 240_000);
  afterAll(() => resources.disposeAsync());

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'a page of the log of 100,000 deliveries reads few pages, whatever it is filtered by (%s)',
    async (mode) => {
      const found = await pagesRead(url, mode, (pool) => readsOf(pool, randomUUID()));
      const dear = [...found].filter(([, pages]) => pages > PAGES_MAX);
      expect(found.size).toBeGreaterThan(50);
      expect(Object.fromEntries(dear)).toEqual({});
    },
    120_000,
  );
});
