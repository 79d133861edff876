import { randomUUID } from 'node:crypto';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { bringInto, pagesRead } from '@entrada/platform/testing/table-states';
import pg, { type Pool } from 'pg';
import { parseSearch } from '../src/domain/search.ts';
import type { ChargeFilter } from '../src/domain/views.ts';
import { storePorts } from '../src/store/store-ports.ts';

const accountId = randomUUID();
const TABLES = [
  'charge',
  'payment',
  'charge_hour',
  'charge_day',
  'charge_hour_change',
  'charge_hour_floor',
];
const ROWS = 20_000;
const PAGE = 100;
/** Of a page of a list, and of 100 changes: less than any of the tables has. */
const PAGES_MAX = 800;
/** Of a search by prefix that looks at as many charges as it may for those of one status. */
const SCAN_PAGES_MAX = 12_000;

/** One account; every hundredth charge is of a rare status. */
const make = (first: number, last: number) => `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents,
                      status, created_at, expires_at, external_id)
  select left(md5(n::text), 24), '${accountId}', md5(n::text)::uuid, md5(n::text), repeat('e', 180), 1, 1, 0,
         'PENDING', now() - n * interval '1 minute', now(), 'order-' || n
    from generate_series(${first}, ${last}) n`;

/** As the job does it, without the rows that wait for it. */
const ADD_UP = `
  insert into charge_hour
  select account_id, hour, sum(created_count), sum(created_cents), sum(paid_count), sum(paid_cents)
    from charge_hour_change group by 1, 2;
  delete from charge_hour_change`;

const RAISE_FLOOR = `
  update charge_hour_floor set floor = pg_snapshot_xmin(pg_current_snapshot())
  returning floor >= $1::xid8 as "isRaised"`;

/** Above all that was written, as the job does it; other tests may write to other databases of the server for long. */
async function raiseFloor(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { rows } = await admin.query('select pg_current_xact_id()::text as id');
  await eventually(async () => (await admin.query(RAISE_FLOOR, [rows[0].id])).rows[0].isRaised, {
    timeoutMs: 200_000,
  });
  await admin.end();
}

const fill = (rows: number) => `
  ${make(1, rows)};
  update charge set status = 'CANCELED' where value_cents = 1 and right(external_id, 2) = '77';
  insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, found_at, found_by)
  select 'E' || left(txid, 31), id, txid, 1, now(), true, now(), 'sweep' from charge`;

/** Every charge has changed, and its totals were written again and again. */
const CHANGE_ALL = `
  update charge set changed_at = now();
  ${ADD_UP};
  ${Array.from({ length: 3 }, () => 'update charge_hour set paid_count = paid_count').join(';')}`;

const analyze = `analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', before: 'select', rows: ROWS, after: ADD_UP },
  { name: 'statistics of an empty table', before: analyze, rows: ROWS, after: ADD_UP },
  {
    name: '100,000 charges of one account',
    before: 'select',
    rows: 100_000,
    after: `${ADD_UP}; analyze`,
  },
  {
    name: 'a snapshot held open since every charge changed',
    before: 'select',
    rows: ROWS,
    after: CHANGE_ALL,
    snapshot: 'select from charge limit 1',
  },
];

const ANY: ChargeFilter = {
  accountId,
  status: null,
  externalId: null,
  search: null,
  from: null,
  to: null,
  after: null,
  limit: PAGE,
};

function batchesOf(pool: Pool, named: Readonly<Record<'id' | 'link' | 'payment', string>>) {
  const { charges, hours } = storePorts(
    pool,
    () => null,
    () => {},
  );
  /** A list that finds too little has measured nothing. */
  const list = (filter: Partial<ChargeFilter>, found: number) => async () => {
    const page = await charges.list({ ...ANY, ...filter });
    expect(page?.charges.length).toBe(found);
  };
  const q = parseSearch;
  const from = new Date(Date.now() - 10 * 86_400_000);
  const to = new Date();
  return {
    'newest first': list({}, PAGE),
    'of a status': list({ status: 'CANCELED' }, PAGE),
    'of ten days': list({ from, to }, PAGE),
    'by id': list({ search: q(named.id) }, 1),
    'by link': list({ search: q(named.link) }, 1),
    'by payment': list({ search: q(named.payment) }, 1),
    'by payment, of another status': list({ search: q(named.payment), status: 'EXPIRED' }, 0),
    'by external id': list({ externalId: 'order-9' }, 1),
    'by a prefix of all': list({ search: q('order-') }, PAGE),
    'by a prefix of few': list({ search: q('order-10') }, PAGE),
    'by a prefix of none': list({ search: q('nobody') }, 0),
    hours: async () => {
      const totals = await hours.totals({ accountId, from, to });
      // Right after the full hour none was created in the last one yet.
      expect(totals.length).toBeGreaterThanOrEqual(239);
    },
    days: async () => {
      const starts = [from, new Date(from.getTime() + 86_400_000)];
      expect(await hours.totals({ accountId, from, to, starts })).toHaveLength(2);
    },
    // From the beginning, beyond all that is dead.
    'first adding up': async () => expect(await hours.addChanges(1)).toBe(1),
    'adding up': async () => expect(await hours.addChanges(PAGE)).toBe(PAGE - 1),
    'by a prefix and a status': list({ search: q('order-1'), status: 'CANCELED' }, 51),
    'by a prefix and a rare status': list({ search: q('order-'), status: 'EXPIRED' }, 0),
  };
}

/** Two of them may look at more than they show. */
function pagesMaxOf(name: string): number {
  const isScan = name.startsWith('first') || /prefix and/.test(name);
  return isScan ? SCAN_PAGES_MAX : PAGES_MAX;
}

describe.each(STATES)('charges with $name', ({ before, rows, after, snapshot = null }) => {
  const resources = new AsyncDisposableStack();
  let url: string;
  beforeAll(async () => {
    const database = resources.use(await freshDatabase('charges'));
    url = database.url;
    const state = { tables: TABLES, before, fill: fill(rows), after, snapshot };
    await bringInto(state, database.adminUrl, resources);
    await raiseFloor(database.adminUrl);
  }, 240_000);
  afterAll(() => resources.disposeAsync());

  async function addMore(first: number): Promise<void> {
    const db = new pg.Client({ connectionString: url });
    await db.connect();
    await db.query(make(first, first + PAGE - 1));
    await db.end();
  }

  test.each([
    ['force_custom_plan', 1],
    ['force_generic_plan', 2],
  ])(
    'a page of a list and the hours of an account cost what they show (%s)',
    async (mode, round) => {
      await addMore(rows + round * PAGE);
      const id = '8f14e45fceea167a5a36dedd';
      const named = { id, link: `${id}4bea2543`, payment: `E${id}4bea254` };
      const link = named.link.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      const found = await pagesRead(url, mode, (pool) => batchesOf(pool, { ...named, link }));
      const tooDear = [...found].filter(([name, pages]) => pages > pagesMaxOf(name));
      expect([...found.values()].every((pages) => pages > 0)).toBe(true);
      expect(Object.fromEntries(tooDear)).toEqual({});
    },
    120_000,
  );
});
