import { Topic } from '@entrada/contracts/topics';
import { openPool } from '@entrada/platform/db/pool';
import { foldTotals } from '@entrada/platform/db/totals';
import { consume } from '@entrada/platform/events/consumer';
import type { EventRecord, OnBatch } from '@entrada/platform/events/event-log';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { buildApp } from '../src/app.ts';
import type { Violation } from '../src/domain/violation.ts';
import { parseChargeEvent } from '../src/events/decode.ts';
import type { Ports } from '../src/ports.ts';
import { openBooks } from '../src/store/books-store.ts';
import { HOLDER_HOURS } from '../src/store/holder-hour-store.ts';
import { retryWaitingReturns } from '../src/store/return-store.ts';
import { openStores } from '../src/store/stores.ts';
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

/** The service's consumer and use cases on a real database, beside a bank whose truth is known; batches are the test's. */
export async function ledgerAtBank() {
  await using starting = new AsyncDisposableStack();
  const { url, adminUrl } = starting.use(await freshDatabase('ledger'));
  const runtime = testRuntime('ledger');
  const pool = openPool(url, { max: 4, log: runtime.log });
  starting.defer(() => pool.end());
  const db = openPool(adminUrl, { max: 2, log: runtime.log });
  starting.defer(() => db.end());

  /** What charges has published and nobody has delivered. */
  const published: EventRecord[] = [];
  const bank = bankModel((record) => published.push(record));
  const violations: Violation[] = [];
  const app = buildApp({
    ...openStores(pool),
    returnPayment: bank.returnPayment,
    returnedAtBank: bank.returnedAtBank,
    report: (violation: Violation) => violations.push(violation),
    recordAudit: async () => true,
    isAccount: async () => true,
    approvals: { check: async () => null, finish: async () => {} },
    now: () => new Date(),
  } as unknown as Ports);

  /** Accounts whose open pages read again. */
  const noted: string[] = [];
  const onEvents = onChargeEvents(app, runtime, (accountIds) => noted.push(...accountIds));
  const handed: OnBatch[] = [];
  const eventLog = {
    system: 'postgresql' as const,
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
      handle: (tx, events) => onEvents(openBooks(tx), events),
    }),
  );

  const foldHours = foldTotals(pool, [HOLDER_HOURS], (accountIds) => noted.push(...accountIds));
  let offset = 0;
  const deliver = async (...records: readonly EventRecord[]): Promise<void> => {
    const placed = records.map((record) => ({ ...record, partition: 0, offset: `${offset++}` }));
    await handed[0]?.(placed);
  };
  const resources = starting.move();
  return {
    adminUrl,
    app,
    bank,
    db,
    noted,
    pool,
    violations,
    published,
    /** Handles these records as one batch. */
    deliver,
    /** Handles what charges has published, in a batch each. */
    async deliverPublished(): Promise<void> {
      for (const record of published.splice(0)) await deliver(record);
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
    /** Adds everything that is booked to the hours, as the job does by itself. */
    async foldHours(): Promise<void> {
      const behind =
        'select from totals_cursor where folded_to < (select coalesce(max(id), 0) from entry)';
      await eventually(async () => {
        await foldHours();
        expect((await db.query(behind)).rowCount).toBe(0);
      });
    },
    /** Tells charges of every return that is under way. */
    async handOverReturns(): Promise<void> {
      await db.query('update suspended_payment set ask_at = now()');
      while (await app.handOverReturns());
    },
    /** Returns that came before their payments are handled, as the job and the consumer do by themselves. */
    async retryWaiting(): Promise<void> {
      await retryWaitingReturns(pool);
      const requested = 'select from parked_record where retry_requested_at is not null';
      await eventually(async () => expect((await db.query(requested)).rowCount).toBe(0));
    },
    async stateOf(exceptionId: string) {
      const text = `select resolution, amount_cents - returned_cents as left_cents, failure
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
