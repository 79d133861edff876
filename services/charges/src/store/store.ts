import { consumeApproval } from '@entrada/approvals/approvals';
import type { TwoPersonApproval } from '@entrada/approvals/decision';
import { type Jobs, jobStore } from '@entrada/platform/db/job-store';
import { prune } from '@entrada/platform/db/prune';
import { BEGIN_PLANNED_ONCE } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import type { Requester } from '@entrada/platform/identity/requester';
import type { JobObserver } from '@entrada/platform/telemetry/metrics';
import type { ClientBase, Pool } from 'pg';
import type { Charge, Creation, Source } from '../domain/charge.ts';
import type { LimitUse } from '../domain/velocity.ts';
import { chargeStore, lockCharge } from './charge-store.ts';
import { historyStore, listAccounts } from './history-store.ts';
import { hourStore } from './hour-store.ts';
import { type Decide, paymentStore } from './payment-store.ts';
import { type CurrentOwner, requestStore } from './request-store.ts';
import {
  endReturn,
  expedite,
  findRefund,
  findReturnedPayment,
  insertFound,
  insertReturn,
  refundsUnderWayCents,
  returnStore,
  returnsOf,
} from './return-store.ts';
import { countVelocity, madeOn, termsStore } from './terms-store.ts';
import { unclearStore } from './unclear-store.ts';
import { windowStore } from './window-store.ts';

/** What can be written in one transaction. `moved` gets the charges that are noted in the change feed after the commit. */
function openTransaction(tx: ClientBase, moved: Map<string, Charge>) {
  return {
    /** No other transaction moves the charge until this one ends. */
    lockCharge: (id: string) => lockCharge(tx, id),
    findRefund: (id: string) => findRefund(tx, id),
    /** What refunds of the charge that have not ended will return. */
    refundsUnderWayCents: (chargeId: string) => refundsUnderWayCents(tx, chargeId),
    /** Null: counted. Else what was made before: the limit is reached. */
    countVelocity: (counted: LimitUse) => countVelocity(tx, counted),
    /** False where it is there. */
    insertReturn: (...one: Rest<typeof insertReturn>) => insertReturn(tx, ...one),
    /** One that the bank reports; null where it is there. */
    insertFound: (...found: Rest<typeof insertFound>) => insertFound(tx, ...found),
    /** Null where nobody has stored the payment. */
    findReturnedPayment: (endToEndId: string) => findReturnedPayment(tx, endToEndId),
    returnsOf: (endToEndIds: readonly string[]) => returnsOf(tx, endToEndIds),
    /** Ends a return, once, and publishes it. False when it has ended, or a refusal comes too late. */
    endReturn(...[about, one, end]: Rest<typeof endReturn>): Promise<boolean> {
      if (about.charge) moved.set(about.charge.id, about.charge);
      return endReturn(tx, about, one, end);
    },
    /** The bank has news of it: it is due now. */
    expedite: (id: string, now: Date) => expedite(tx, id, now),
    /** Throws when it was used before. */
    consumeApproval: (approved: TwoPersonApproval | null) => consumeApproval(tx, approved),
  };
}

/** The arguments behind the transaction. */
type Rest<F> = F extends (tx: ClientBase, ...rest: infer R) => unknown ? R : never;

type JobName = 'sweep' | 'returns' | 'recheck' | 'prune';
type JobProgress = { readonly listedTo: string };

export type Store = ReturnType<typeof openStore>;

/** Everything that one Postgres database keeps for us. */
export function openStore(
  pool: Pool,
  owner: CurrentOwner,
  note: NoteChanges,
  finished?: JobObserver,
) {
  const jobs: Jobs<JobName, JobProgress> = jobStore(pool, { finished });
  return {
    charges: notingInserts(chargeStore(pool), note),
    madeOn: (counted: LimitUse) => madeOn(pool, counted),
    terms: termsStore(pool),
    requests: requestStore(pool, owner),
    payments: notingSettlements(paymentStore(pool), note),
    unclear: unclearStore(pool),
    returns: returnStore(pool),
    history: historyStore(pool),
    hours: hourStore(pool, note),
    windows: windowStore(pool),
    /** Those with a charge, in order of their ids, from behind `after` on; null: from the first. */
    listAccounts: (after: string | null, limit: number) => listAccounts(pool, after, limit),
    jobs,
    prune: pruner(pool),
    /** Everything written inside `work` commits together, or not at all. */
    async transact<T>(work: (tx: ReturnType<typeof openTransaction>) => Promise<T>): Promise<T> {
      const moved = new Map<string, Charge>();
      const result = await transact(pool, (tx) => work(openTransaction(tx, moved)), {
        begin: BEGIN_PLANNED_ONCE,
      });
      note([...moved.values()].map(chargeHint));
      return result;
    },
  };
}

type NoteChanges = (hints: readonly string[]) => void;

/** What others learn of a change: whose charge, its status and what was received for it. */
function chargeHint({ accountId, paymentLinkId, status, receivedCents }: Charge): string {
  return `${accountId} ${paymentLinkId} ${status} ${receivedCents}`;
}

/** The payment link in a hint. */
export function linkIn(hint: string): string {
  return hint.split(' ')[1] ?? '';
}

/** Notes each charge that is inserted. */
function notingInserts(charges: ReturnType<typeof chargeStore>, note: NoteChanges) {
  return {
    ...charges,
    async insert(charge: Charge, by: Creation) {
      const outcome = await charges.insert(charge, by);
      if (outcome === 'INSERTED') note([chargeHint(charge)]);
      return outcome;
    },
  };
}

/** Notes each charge that is settled. */
function notingSettlements(payments: ReturnType<typeof paymentStore>, note: NoteChanges) {
  return {
    ...payments,
    async settle(charge: Charge, decide: Decide, source: Source, requester: Requester) {
      const settlement = await payments.settle(charge, decide, source, requester);
      if (settlement.charge !== settlement.before) note([chargeHint(settlement.charge)]);
      return settlement;
    },
  };
}

/** The outbox is pruned by its relay. */
const STATEMENTS = [
  `delete from create_request where (account_id, key) in (
     select account_id, key from create_request where created_at < now() - interval '72 hours' limit $1)`,
  // What is not resolved is never removed.
  `delete from unclear_payment where id in (
     select id from unclear_payment where resolved_at < now() - interval '90 days' limit $1)`,
  `delete from velocity_day where (account_id, kind, day) in (
     select account_id, kind, day from velocity_day where day < now() - interval '30 days' limit $1)`,
] as const;

function pruner(db: Pool) {
  return async (): Promise<void> => {
    for (const statement of STATEMENTS) await prune(db, statement);
  };
}
