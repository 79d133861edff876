import { randomUUID } from 'node:crypto';
import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/with-settings';
import { freshDatabase } from '@entrada/platform/testing/database';
import { costsOf, reportCosts } from '@entrada/platform/testing/statement-costs';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg, { type Pool } from 'pg';
import { storePorts } from '../src/store/store-ports.ts';

const accountId = randomUUID();
const TABLES = ['charge', 'payment', 'refund', 'payment_return', 'unclear_payment', 'outbox'];
const BATCH = 100;
/** Pages for a row of a batch: look-ups, its own and those of the indexes that it changes. */
const PAGES_PER_ROW_MAX = 50;

/** Every charge is overdue; each has a payment, a refund and a return that are to be looked at. */
const fill = (charges: number) => `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, check_at)
  select left(md5(n::text), 24), '${accountId}', uuidv7(), md5(n::text), 'e', 1, 1, 0, 'PENDING',
         now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, ${charges}) n;
  insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, found_at, found_by)
  select 'E' || txid, id, txid, 1, now(), true, now(), 'sweep' from charge;
  insert into refund (id, charge_id, account_id, end_to_end_id, value_cents, status, created_at, changed_at, check_at)
  select uuidv7(), id, account_id, 'E' || txid, 1, 'PROCESSING', created_at, created_at, check_at from charge;
  insert into payment_return (id, end_to_end_id, bank_id, charge_id, account_id, value_cents, charge_cents, natureza,
                              status, requested_at, found_at, found_by, changed_at, check_at)
  select uuidv7(), 'E' || txid, 'D1', id, account_id, 1, 1, 'MED', 'PROCESSING', now(), now(), 'sweep', now(), check_at
    from charge;
  insert into unclear_payment (id, end_to_end_id, txid, problem, first_seen_at, last_seen_at, attempts, next_attempt_at)
  select 'U' || txid, 'U' || txid, txid, 'x', now(), now(), 1, check_at from charge`;

/** Nine tenths were looked at, and none of their old versions can be removed. */
const MOST = `check_at < (select min(check_at) from charge) + interval '9 s'`;
const LOOK_AT_MOST = `
  update unclear_payment set resolved_at = now() where ${MOST.replace('check_at', 'next_attempt_at')};
  update refund set check_at = now() + interval '1 hour' where ${MOST};
  update payment_return set check_at = now() + interval '1 hour' where ${MOST};
  update charge set check_at = now() + interval '1 hour' where ${MOST}`;

const analyze = `vacuum analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', before: 'select', charges: 10_000, after: 'select' },
  { name: 'statistics of an empty table', before: analyze, charges: 10_000, after: 'select' },
  { name: '100,000 waiting of one account', before: 'select', charges: 100_000, after: analyze },
  {
    name: 'a snapshot held open since most was looked at',
    before: 'select',
    charges: 10_000,
    after: LOOK_AT_MOST,
    withSnapshot: true,
  },
];

/** A claim that finds too little has measured nothing. */
async function all(claimed: Promise<readonly unknown[]>): Promise<void> {
  expect(await claimed).toHaveLength(BATCH);
}

function batchesOf(pool: Pool, txids: readonly string[]) {
  const { charges, payments, refunds, unclear } = storePorts(pool, () => null);
  const known = txids.map((txid) => `E${txid}`);
  const reported = (endToEndId: string) => ({
    endToEndId,
    txid: randomUUID(),
    paidCents: 1,
    paidAt: new Date(),
  });
  return {
    'charges of a page': () => charges.findByTxids(txids),
    'new payments of a page': () => payments.filterNew(known.map(reported)),
    'stored payments': () => payments.stored(known),
    'returns of payments': () => payments.returnsOf(known),
    'a payment in suspense': () =>
      payments.suspend(reported(`E${randomUUID()}`), new Date(), 'sweep'),
    'unclear payments of a page': () => unclear.known(txids.map((txid) => `U${txid}`)),
    'unclear payments seen again': () =>
      unclear.noteSeen(
        txids.map((txid) => reported(`U${txid}`)),
        new Date(),
      ),
    'overdue charges': () => all(charges.claimOverdue(new Date(), BATCH)),
    'due refunds': () => all(refunds.claimDue(new Date(), BATCH)),
    'due returns': () => all(payments.claimDueReturns(new Date(), BATCH)),
    'due unclear payments': () => all(unclear.claimDue(new Date(), BATCH)),
  };
}

describe.each(STATES)('charges with $name', (state) => {
  const { before, charges, after, withSnapshot } = state;
  const resources = new AsyncDisposableStack();
  let url: string;
  let txids: readonly string[];
  beforeAll(async () => {
    const database = resources.use(await freshDatabase('charges'));
    url = database.url;
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    for (const table of TABLES) {
      await admin.query(`alter table ${table} set (autovacuum_enabled = off)`);
    }
    await admin.query(before);
    for (const statement of fill(charges).split(';')) await admin.query(statement);
    if (withSnapshot) {
      const backup = new pg.Client({ connectionString: database.adminUrl });
      backup.on('error', () => {});
      await backup.connect();
      resources.defer(() => backup.end());
      await backup.query('begin isolation level repeatable read; select from charge limit 1');
    }
    await admin.query(after);
    const { rows } = await admin.query(`select txid from charge limit ${BATCH}`);
    txids = rows.map((row) => row.txid);
    await admin.end();
    await reportCosts(database.adminUrl);
  }, 120_000);
  afterAll(() => resources.disposeAsync());

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'a batch of any job reads its own rows only (%s)',
    async (mode) => {
      const { log } = testRuntime('charges');
      const pool = openPool(withSettings(url, `-c plan_cache_mode=${mode}`), { max: 1, log });
      const costs = costsOf(pool);
      const found: Record<string, number> = {};
      for (const [name, batch] of Object.entries(batchesOf(pool, txids))) {
        await batch();
        found[name] = Math.max(...(await costs.take()).map(({ buffers }) => buffers));
      }
      await pool.end();

      const tooDear = Object.entries(found).filter(
        ([, pages]) => pages > BATCH * PAGES_PER_ROW_MAX,
      );
      expect(Object.values(found).every((pages) => pages > 0)).toBe(true);
      expect(Object.fromEntries(tooDear)).toEqual({});
    },
    30_000,
  );
});
