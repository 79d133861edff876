import { createHash, randomUUID } from 'node:crypto';
import { testCosts } from '@entrada/platform/testing/statement-costs';
import type { Pool } from 'pg';
import { BankStatus, settle } from '../src/domain/settle.ts';
import { openTestStore } from './open-test-store.ts';

const accountId = randomUUID();
const TABLES = ['charge', 'payment', 'payment_return', 'unclear_payment', 'outbox'];
const BATCH = 100;
/** Pages for a row of a batch: look-ups, its own and those of the indexes that it changes. */
const PAGES_PER_ROW_MAX = 50;

/** Every charge is overdue; each has a payment and a return that are to be looked at. */
const fill = (charges: number) => `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, check_at)
  select left(md5(n::text), 24), '${accountId}', uuidv7(), md5(n::text), 'e', 2, 2, 0, 'PENDING',
         now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour' + n * interval '1 ms'
    from generate_series(1, ${charges}) n;
  insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, found_at, found_by)
  select 'E' || txid, id, txid, 1, now(), true, now(), 'sweep' from charge;
  insert into payment_return (id, end_to_end_id, bank_id, origin, charge_id, account_id, value_cents, status, created_at,
                              changed_at, check_at)
  select uuidv7(), 'E' || txid, 'D1', 'BANK', id, account_id, 1, 'PROCESSING', created_at, created_at, check_at
    from charge;
  insert into unclear_payment (id, end_to_end_id, txid, problem, first_seen_at, last_seen_at, attempts, next_attempt_at)
  select 'U' || txid, 'U' || txid, txid, 'x', now(), now(), 1, check_at from charge`;

/** Nine tenths were looked at, and none of their old versions can be removed. */
const MOST = `check_at < (select min(check_at) from charge) + interval '9 s'`;
const LOOK_AT_MOST = `
  update unclear_payment set resolved_at = now() where ${MOST.replace('check_at', 'next_attempt_at')};
  update payment_return set check_at = now() + interval '1 hour' where ${MOST};
  update charge set check_at = now() + interval '1 hour' where ${MOST}`;

const analyze = `vacuum analyze ${TABLES.join(', ')}`;
const STATES = [
  { name: 'no statistics', rows: 10_000 },
  { name: 'statistics of an empty table', rows: 10_000, before: analyze },
  { name: '100,000 waiting of one account', rows: 100_000, after: analyze },
  {
    name: 'a snapshot held open since most was looked at',
    rows: 10_000,
    after: LOOK_AT_MOST,
    snapshot: 'select from charge limit 1',
  },
];

/** Of some of the charges. */
const txids = Array.from({ length: BATCH }, (_, n) =>
  createHash('md5')
    .update(String(n + 1))
    .digest('hex'),
);

/** A claim that finds too little has measured nothing. */
async function all(claimed: Promise<readonly unknown[]>): Promise<void> {
  expect(await claimed).toHaveLength(BATCH);
}

function batchesOf(pool: Pool) {
  const { charges, payments, returns, unclear } = openTestStore(pool);
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
    'returns of payments': () => returns.ofPayments(known),
    'a payment in suspense': () =>
      payments.suspend(reported(`E${randomUUID()}`), new Date(), 'sweep'),
    'a charge of which a part is paid': async () => {
      const [found] = await charges.findByTxids(txids.slice(0, 1));
      if (!found) throw new Error('the charge is not found');
      const paid = [reported(`E${randomUUID()}`)];
      const report = { status: BankStatus.Paid, payments: paid };
      await payments.settle(
        found,
        async (read) => settle(read, report, new Date()),
        'callback',
        {},
      );
    },
    'unclear payments of a page': () => unclear.known(txids.map((txid) => `U${txid}`)),
    'unclear payments seen again': () =>
      unclear.noteSeen(
        txids.map((txid) => reported(`U${txid}`)),
        new Date(),
      ),
    'overdue charges': () => all(charges.claimOverdue(new Date(), BATCH)),
    'due returns': () => all(returns.claimDue(new Date(), BATCH)),
    'due unclear payments': () => all(unclear.claimDue(new Date(), BATCH)),
  };
}

testCosts('a batch of any job reads its own rows only', {
  template: 'charges',
  tables: TABLES,
  states: STATES,
  fill,
  batchesOf,
  pagesMax: () => BATCH * PAGES_PER_ROW_MAX,
});
