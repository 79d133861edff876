import { consumeApproval } from '@entrada/approvals/approvals';
import { bound } from '@entrada/platform/db/bound';
import { type Jobs, jobStore } from '@entrada/platform/db/job-store';
import { prune } from '@entrada/platform/db/prune';
import { BEGIN_PLANNED_ONCE } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import type { JobObserver } from '@entrada/platform/telemetry/metrics';
import type { ClientBase, Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import { chargeStore, lockCharge } from './charge-store.ts';
import { historyStore, listAccounts } from './history-store.ts';
import { hourStore } from './hour-store.ts';
import { paymentStore } from './payment-store.ts';
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
import { chargeHint, type NoteChanges } from './rows.ts';
import { countVelocity, madeOn, termsStore } from './terms-store.ts';
import { unclearStore } from './unclear-store.ts';
import { windowStore } from './window-store.ts';

const IN_TRANSACTION = {
  lockCharge,
  findRefund,
  refundsUnderWayCents,
  countVelocity,
  insertReturn,
  insertFound,
  findReturnedPayment,
  returnsOf,
  expedite,
  consumeApproval,
};

/** What can be written in one transaction. `moved` gets the charges that are noted in the change feed after the commit. */
function openTransaction(tx: ClientBase, moved: Map<string, Charge>) {
  return {
    ...bound(tx, IN_TRANSACTION),
    endReturn(...[about, one, end]: Rest<typeof endReturn>): Promise<boolean> {
      if (about.charge) moved.set(about.charge.id, about.charge);
      return endReturn(tx, about, one, end);
    },
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
    charges: chargeStore(pool, note),
    terms: termsStore(pool),
    requests: requestStore(pool, owner),
    payments: paymentStore(pool, note),
    unclear: unclearStore(pool),
    returns: returnStore(pool),
    history: historyStore(pool),
    hours: hourStore(pool, note),
    windows: windowStore(pool),
    ...bound(pool, { listAccounts, madeOn }),
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
