import { randomUUID } from 'node:crypto';
import { testCosts } from '@entrada/platform/testing/statement-costs';
import type { Pool } from 'pg';
import { EVERY_REFUND, type RefundFilter } from '../src/domain/views.ts';
import { openTestStore } from './open-test-store.ts';

const accountId = randomUUID();
const TABLES = ['charge', 'payment', 'payment_return'];
const ROWS = 20_000;
const PAGE = 100;
/** A page, with the charge of each; less than either table has. */
const PAGES_MAX = 800;

/** One account; every hundredth refund failed, and the bank returned as many as clients did. */
const fill = (rows: number) => `
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

const analyze = `analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', rows: ROWS },
  { name: 'statistics of an empty table', rows: ROWS, before: analyze },
  { name: '200,000 refunds of one account', rows: 100_000, after: analyze },
];

function batchesOf(pool: Pool) {
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
  states: STATES,
  fill,
  batchesOf,
  pagesMax: () => PAGES_MAX,
});
