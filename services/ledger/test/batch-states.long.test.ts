import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/session';
import { freshDatabase } from '@entrada/platform/testing/database';
import { bringInto, costsOf } from '@entrada/platform/testing/statement-costs';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { Pool } from 'pg';
import { bookBatch, bookRefunds } from './book-batch.ts';

const holderId = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';
const TABLES = [
  'account',
  'ledger_transaction',
  'entry',
  'suspended_payment',
  'checkpoint',
  'holder_hour',
  'outbox',
  'inbox',
];
/** Events that `bookBatch` books. */
const BATCH = 24;
/** Of one batch; each is looked for under three ids. */
const REFUNDS = 50;
/** Pages for an event of a batch: look-ups, its rows and those of the indexes that it changes. */
const PAGES_PER_EVENT_MAX = 30;
/** Batches of one account since the snapshot was taken. */
const BATCHES_UNDER_SNAPSHOT = 2_000;

/** All of one account, which also has a payment in suspense for each deposit. */
const fill = (deposits: number) => `
  insert into account (holder_id, available_cents, suspense_cents, seq)
  values ('${holderId}', ${deposits}, ${deposits}, ${deposits});
  insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, charge_id, end_to_end_id)
  select md5(n::text)::uuid, 'DEPOSIT', '${holderId}', n, sha256('x'), now(), left(md5(n::text), 24), 'E' || n
    from generate_series(1, ${deposits}) n;
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select t.id, side.account, case when side.account = 'available' then t.holder_id end, side.amount,
         case when side.account = 'available' then t.seq end, t.created_at
    from ledger_transaction t,
         (values ('settlement', -5), ('fees', 4), ('available', 1)) as side (account, amount);
  insert into suspended_payment (exception_id, kind, amount_cents, holder_id, end_to_end_id, suspended_at)
  select id, 'OVERPAID', 1, holder_id, 'S' || end_to_end_id, created_at from ledger_transaction;
  insert into outbox (topic, key, event_id, value, created_at)
  select 'entrada.ledger.v1', holder_id, id, 'v', created_at from ledger_transaction`;

/** As many batches do, one transaction each. */
const MOVE_ON = `
  do $$ begin
    for number in 1..${BATCHES_UNDER_SNAPSHOT} loop
      update account set available_cents = available_cents + 1 where holder_id = '${holderId}';
      commit;
    end loop;
  end $$`;

const analyze = `vacuum analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', before: 'select', deposits: 10_000, after: 'select' },
  { name: 'statistics of an empty table', before: analyze, deposits: 10_000, after: 'select' },
  { name: '100,000 deposits of one account', before: 'select', deposits: 100_000, after: analyze },
  {
    name: 'a snapshot held open for thousands of batches',
    before: 'select',
    deposits: 10_000,
    after: MOVE_ON,
    snapshot: 'select from account limit 1',
  },
];

describe.each(STATES)('the ledger with $name', ({ before, deposits, after, snapshot = null }) => {
  const resources = new AsyncDisposableStack();
  let url: string;
  beforeAll(async () => {
    const database = resources.use(await freshDatabase('ledger'));
    url = database.url;
    const state = { tables: TABLES, before, fill: fill(deposits), after, snapshot };
    await bringInto(state, database.adminUrl, resources);
  }, 240_000);
  afterAll(() => resources.disposeAsync());

  describe.each(['force_custom_plan', 'force_generic_plan'])('(%s)', (mode) => {
    async function costsOfBooking(run: (pool: Pool) => Promise<void>) {
      const { log } = testRuntime('ledger');
      const pool = openPool(withSettings(url, `-c plan_cache_mode=${mode}`), { max: 1, log });
      const costs = costsOf(pool);
      await run(pool);
      const all = await costs.take();
      await pool.end();
      return all;
    }

    test('booking a batch reads its own rows only', async () => {
      const all = await costsOfBooking((pool) => bookBatch(pool, holderId));

      expect(all.length).toBeGreaterThan(5);
      expect(all.filter(({ buffers }) => buffers > BATCH * PAGES_PER_EVENT_MAX)).toEqual([]);
    }, 120_000);

    test('a batch of refunds is looked up one by one, not in all that is on the books', async () => {
      const all = await costsOfBooking((pool) => bookRefunds(pool, holderId, REFUNDS));

      expect(all.length).toBeGreaterThan(5);
      expect(all.filter(({ scanned }) => scanned.includes('ledger_transaction'))).toEqual([]);
    }, 120_000);
  });
});
