import { Topic } from '@entrada/contracts/topics';
import { openPool } from '@entrada/platform/db/pool';
import { withSettings } from '@entrada/platform/db/with-settings';
import { consume } from '@entrada/platform/events/consumer';
import type { EventRecord, OnBatch } from '@entrada/platform/events/event-log';
import { freshDatabase } from '@entrada/platform/testing/database';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { buildApp } from '../src/app.ts';
import type { Violation } from '../src/domain/violation.ts';
import { parseChargeEvent } from '../src/events/decode.ts';
import type { Ports } from '../src/ports.ts';
import { COUNTS_HOURS } from '../src/store/holder-hour-store.ts';
import { idOf } from '../src/store/id-of.ts';
import { openBooks } from '../src/store/open-books.ts';
import { storePorts } from '../src/store/store-ports.ts';
import { onChargeEvents } from '../src/transport/charges.consumer.ts';
import { bankModel } from './bank-model.ts';

const BALANCES = `
  select a.holder_id, a.available_cents, a.suspense_cents, a.owed_cents, a.held_cents,
         coalesce(sum(e.amount_cents) filter (where e.account = 'available'), 0)::bigint as available,
         coalesce(sum(e.amount_cents) filter (where e.account = 'suspense'), 0)::bigint as suspense,
         coalesce(-sum(e.amount_cents) filter (where e.account = 'owed'), 0)::bigint as owed,
         coalesce(sum(e.amount_cents) filter (where e.account = 'refunds'), 0)::bigint as held
    from account a left join entry e on e.holder_id = a.holder_id
   group by a.holder_id`;

const TOTALS = `
  select account, sum(amount_cents)::bigint as cents from entry group by account`;

const UNBALANCED = `
  select transaction_id from entry group by transaction_id having sum(amount_cents) <> 0`;

const TRACKED_MAX = 20;

/** The service's consumer and use cases on a real database, beside a bank whose truth is known; batches are the test's. */
export async function ledgerAtBank(settings = COUNTS_HOURS) {
  await using starting = new AsyncDisposableStack();
  const { url, adminUrl } = starting.use(await freshDatabase('ledger'));
  const runtime = testRuntime('ledger');
  const pool = openPool(withSettings(url, settings), { max: 4, log: runtime.log });
  starting.defer(() => pool.end());
  const db = openPool(adminUrl, { max: 2, log: runtime.log });
  starting.defer(() => db.end());

  const bank = bankModel();
  const violations: Violation[] = [];
  const app = buildApp({
    ...storePorts(pool),
    returnPayment: bank.returnPayment,
    statusOfReturn: bank.statusOfReturn,
    sources: { charges: null, events: null, bank: { find: bank.find }, recheck: null },
    report: (violation: Violation) => violations.push(violation),
    recordAudit: async () => true,
    isAccount: async () => true,
    approvals: { check: async () => null, finish: async () => {} },
    now: () => new Date(),
  } as unknown as Ports);

  const onEvents = onChargeEvents(app, runtime, () => {});
  const handed: OnBatch[] = [];
  const eventLog = {
    async subscribe(_options: unknown, onBatch: OnBatch) {
      handed.push(onBatch);
      return { stalledMs: () => 0, [Symbol.asyncDispose]: async () => {} };
    },
  };
  starting.use(
    await consume({
      eventLog,
      pool,
      runtime,
      group: 'ledger',
      topics: [Topic.Charges],
      authenticate: () => null,
      decode: parseChargeEvent,
      handle: async (tx, events) => onEvents(await openBooks(tx, idOf), events),
    }),
  );

  let offset = 0;
  const resources = starting.move();
  return {
    adminUrl,
    app,
    bank,
    db,
    pool,
    violations,
    /** Handles these records as one batch. */
    async deliver(...records: readonly EventRecord[]): Promise<void> {
      const placed = records.map((record) => ({ ...record, partition: 0, offset: `${offset++}` }));
      await handed[0]?.(placed);
    },
    decide: (exceptionId: string, decision: 'CREDIT' | 'REFUND', accountId: string | null = null) =>
      app.resolveSuspense({
        exceptionId,
        decision:
          decision === 'CREDIT'
            ? { resolution: 'CREDITED', accountId }
            : { resolution: 'REFUNDED' },
        amountCents: null,
        reason: 'the payer called',
        asked: { decision: 'ResolveSuspense', request: '', approvalId: '', operator: 'ana' },
      }),
    /** Asks the bank about every return that is under way. */
    async trackReturns(): Promise<void> {
      await db.query('update suspended_payment set ask_at = now()');
      for (let round = 0; round < TRACKED_MAX; round += 1) if (!(await app.trackReturns())) return;
    },
    async stateOf(exceptionId: string) {
      const text = `select resolution, amount_cents - returned_cents as left_cents, refusals
                      from suspended_payment where exception_id = $1`;
      return (await db.query(text, [exceptionId])).rows[0];
    },
    async parked(): Promise<unknown[]> {
      return (await db.query('select key, reason, detail from parked_record')).rows;
    },
    /** Whether the books hold together, and what they hold more than the bank. */
    async differenceToBank(): Promise<number> {
      expect((await db.query(UNBALANCED)).rows).toEqual([]);
      for (const row of (await db.query(BALANCES)).rows) {
        expect([row.available_cents, row.suspense_cents, row.owed_cents, row.held_cents]).toEqual([
          row.available,
          row.suspense,
          row.owed,
          row.held,
        ]);
      }
      const { rows } = await db.query<{ account: string; cents: number }>(TOTALS);
      const total = Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
      const { available = 0, suspense = 0, owed = 0, fees = 0, refunds = 0 } = total;
      // A debt is a negative balance in the books.
      return available + suspense + fees + refunds + owed - bank.moneyCents();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type LedgerAtBank = Awaited<ReturnType<typeof ledgerAtBank>>;
