import { bound } from '@entrada/platform/db/bound';
import { type Jobs, jobStore } from '@entrada/platform/db/job-store';
import { EVERY_ACCOUNT, PLANNED_ONCE, transactAs } from '@entrada/platform/db/scope';
import type { JobObserver } from '@entrada/platform/telemetry/metrics';
import type { Pool } from 'pg';
import { auditStore } from './audit-store.ts';
import { findHolders, idOf, listAccounts, type OpenBooks, openBooks } from './books-store.ts';
import { chainStore } from './chain-store.ts';
import { checkpointStore } from './checkpoint-store.ts';
import { findHours } from './holder-hour-store.ts';
import { publishedEventStore } from './published-event-store.ts';
import { listPaymentBookings, listRefundMovements } from './recovery-store.ts';
import { claimReturns, isReturnDecided } from './return-store.ts';
import {
  getBalance,
  getTimeline,
  listBookEntries,
  listEntries,
  sumBooks,
} from './statement-store.ts';
import {
  listSuspense,
  markRecorded,
  owedCents,
  suspenseCents,
  unrecordedDecisions,
} from './suspense-store.ts';

type JobName = 'checkpoint' | 'audit' | 'reconcile' | 'prune';
/** How far a job has come, in a form of its own. */
type Progress = Readonly<Record<string, unknown>>;

const OF_POOL = {
  getBalance,
  listEntries,
  sumBooks,
  listBookEntries,
  findHours,
  getTimeline,
  listPaymentBookings,
  listRefundMovements,
  listSuspense,
  claimReturns,
  isReturnDecided,
  unrecordedDecisions,
  markRecorded,
  suspenseCents,
  owedCents,
  findHolders,
  listAccounts,
};

/** All that the database answers for. */
export function openStores(db: Pool, finished?: JobObserver) {
  const checkpoints = checkpointStore(db);
  const jobs: Jobs<JobName, Progress> = jobStore(db, { finished });
  return {
    transact: <T>(work: (tx: OpenBooks) => Promise<T>) =>
      transactAs(db, EVERY_ACCOUNT, (tx) => work(openBooks(tx)), PLANNED_ONCE),
    chain: chainStore(db),
    checkpoints,
    books: auditStore(db),
    publishedEvents: publishedEventStore(db),
    jobs,
    prune: checkpoints.prune,
    ...bound(db, OF_POOL),
    idOf,
  };
}

export type Stores = ReturnType<typeof openStores>;
