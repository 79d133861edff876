import { randomUUID } from 'node:crypto';
import { withTestClient } from '@entrada/platform/testing/database';
import { testCosts } from '@entrada/platform/testing/statement-costs';
import type { Pool } from 'pg';
import { parseSearch } from '../src/domain/search.ts';
import { type ChargeFilter, EVERY_REFUND, type RefundFilter } from '../src/domain/views.ts';
import { openTestStore } from './open-test-store.ts';

const accountId = randomUUID();
const TABLES = ['charge', 'payment', 'payment_return', 'charge_hour'];
const ROWS = 20_000;
const PAGE = 100;
/** Of a page of a list, with the charge of each refund, and of folding 100 charges: less than any of the tables has. */
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

const FOLD = `
  insert into charge_hour (account_id, hour, created_count, created_cents)
  select account_id, date_trunc('hour', created_at, 'UTC'), count(*), sum(value_cents) from charge group by 1, 2;
  update totals_cursor set folded_to = ids.max, next_to = ids.max, next_writers = '{}'
    from (select max(number) from charge) as ids where source = 'charge'`;

const fill = (rows: number) => `
  ${make(1, rows)};
  update charge set status = 'CANCELED' where value_cents = 1 and right(external_id, 2) = '77';
  insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, found_at, found_by)
  select 'E' || left(txid, 31), id, txid, 1, now(), true, now(), 'sweep' from charge`;

/** Every charge has changed, and its totals were written again and again. */
const CHANGE_ALL = `
  update charge set changed_at = now();
  ${FOLD};
  ${Array.from({ length: 3 }, () => 'update charge_hour set paid_count = paid_count').join(';')}`;

const analyze = `analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', rows: ROWS, after: FOLD },
  { name: 'statistics of an empty table', rows: ROWS, before: analyze, after: FOLD },
  { name: '100,000 charges of one account', rows: 100_000, after: `${FOLD}; analyze` },
  {
    name: 'a snapshot held open since every charge changed',
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

const ID = '8f14e45fceea167a5a36dedd';
const LINK = '8f14e45f-ceea-167a-5a36-dedd4bea2543';

function batchesOf(pool: Pool) {
  const { charges, hours } = openTestStore(pool);
  /** A list that finds too little has measured nothing. */
  const list = (filter: Partial<ChargeFilter>, found: number) => async () => {
    const page = await charges.list({ ...ANY, ...filter });
    expect(page?.charges.length).toBe(found);
  };
  const q = parseSearch;
  const payment = q(`E${ID}4bea254`);
  const from = new Date(Date.now() - 10 * 86_400_000);
  const to = new Date();
  return {
    'newest first': list({}, PAGE),
    'of a status': list({ status: 'CANCELED' }, PAGE),
    'of ten days': list({ from, to }, PAGE),
    'by id': list({ search: q(ID) }, 1),
    'by link': list({ search: q(LINK) }, 1),
    'by payment': list({ search: payment }, 1),
    'by payment, of another status': list({ search: payment, status: 'EXPIRED' }, 0),
    'by external id': list({ externalId: 'order-9' }, 1),
    'by a prefix of all': list({ search: q('order-') }, PAGE),
    'by a prefix of few': list({ search: q('order-10') }, PAGE),
    'by a prefix of none': list({ search: q('nobody') }, 0),
    hours: async () => {
      const { hours: totals } = await hours.read({ accountId, from, to });
      // Right after the full hour none was created in the last one yet.
      expect(totals.length).toBeGreaterThanOrEqual(239);
    },
    days: async () => {
      const starts = [from, new Date(from.getTime() + 86_400_000)];
      const { hours: totals } = await hours.read({ accountId, from, to, starts });
      expect(totals).toHaveLength(2);
    },
    // The first learns of what was added, the second folds it.
    'learning of new charges': async () => expect(await hours.fold()).toBe(true),
    folding: async () => expect(await hours.fold()).toBe(false),
    'by a prefix and a status': list({ search: q('order-1'), status: 'CANCELED' }, 51),
    'by a prefix and a rare status': list({ search: q('order-'), status: 'EXPIRED' }, 0),
  };
}

testCosts('a page of a list and the hours of an account cost what they show', {
  template: 'charges',
  tables: TABLES,
  states: STATES,
  fill,
  async batchesOf(pool, { url, rows, round }) {
    const first = rows + round * PAGE;
    await withTestClient(url, (db) => db.query(make(first, first + PAGE - 1)));
    return batchesOf(pool);
  },
  // Two of them may look at more than they show.
  pagesMax: (name) => (/prefix and/.test(name) ? SCAN_PAGES_MAX : PAGES_MAX),
});

/** One account; every hundredth refund failed, and the bank returned as many as clients did. */
const fillRefunds = (rows: number) => `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents,
                      status, created_at, expires_at)
  select left(md5(n::text), 24), '${accountId}', md5(n::text)::uuid, md5(n::text), 'e', 1, 1, 0, 'PENDING', now(), now()
    from generate_series(1, 100) n;
  insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, found_at, found_by)
  select 'E' || left(txid, 31), id, txid, 1, now(), true, now(), 'sweep' from charge;
  insert into payment_return (id, end_to_end_id, bank_id, origin, charge_id, account_id, value_cents, status, failure,
                              failure_code, settled_at, created_at, changed_at, check_at)
  select md5(origin || n)::uuid, end_to_end_id, origin || n, origin, charge_id, '${accountId}', 1, status,
         case status when 'FAILED' then 'x' end, case status when 'FAILED' then 'bank_failed' end,
         case status when 'SETTLED' then now() end, now() - n * interval '1 minute', now(), now()
    from generate_series(1, ${rows}) n
    join payment on charge_id = left(md5((1 + n % 100)::text), 24)
   cross join (values ('CLIENT'), ('BANK')) as origins (origin)
   cross join lateral (select case when n % 100 = 77 and origin = 'CLIENT' then 'FAILED' else 'SETTLED' end as status) as s`;

const REFUND_STATES = [
  { name: 'no statistics', rows: ROWS },
  { name: 'statistics of an empty table', rows: ROWS, before: analyze },
  { name: '200,000 refunds of one account', rows: 100_000, after: analyze },
];

function refundBatchesOf(pool: Pool) {
  const { history } = openTestStore(pool);
  const list = (filter: Partial<RefundFilter>) => async () => {
    const found = await history.refundsOf(accountId, { ...EVERY_REFUND, limit: PAGE, ...filter });
    expect(found.refunds).toHaveLength(PAGE);
  };
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  return {
    'newest first': list({}),
    'after a place': list({ after: { at: before(5), id: randomUUID() } }),
    'of a rare status': list({ status: 'FAILED' }),
    'of some days': list({ from: before(8), to: before(5) }),
  };
}

testCosts('a page of refunds costs what it shows', {
  template: 'charges',
  tables: TABLES,
  states: REFUND_STATES,
  fill: fillRefunds,
  batchesOf: refundBatchesOf,
  pagesMax: () => PAGES_MAX,
});
