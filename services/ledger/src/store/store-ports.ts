import { jobStore } from '@entrada/platform/db/job-store';
import { transact } from '@entrada/platform/db/transaction';
import type { Finished } from '@entrada/platform/telemetry/job-metrics';
import type { Pool } from 'pg';
import type { Ports } from '../ports.ts';
import { auditStore } from './audit-store.ts';
import { chainStore } from './chain-store.ts';
import { findHours } from './holder-hour-store.ts';
import { findHolders, listHolders } from './holder-store.ts';
import { idOf } from './id-of.ts';
import { openBooks } from './open-books.ts';
import { pruner } from './prune.ts';
import { publishedEventStore } from './published-event-store.ts';
import { findPaymentRecord, findRefundMovements } from './recovery-store.ts';
import { claimReturns } from './return-store.ts';
import { findBalance, findEntries, findTimeline } from './statement-store.ts';
import {
  findSuspended,
  markRecorded,
  sumOwed,
  sumSuspense,
  unrecordedDecisions,
} from './suspense-store.ts';

type Stored =
  | 'transact'
  | 'balanceOf'
  | 'entriesOf'
  | 'hoursOf'
  | 'timelineOf'
  | 'suspended'
  | 'claimReturns'
  | 'unrecordedDecisions'
  | 'markRecorded'
  | 'chain'
  | 'books'
  | 'publishedEvents'
  | 'jobs'
  | 'prune'
  | 'suspenseCents'
  | 'owedCents'
  | 'holdersOnBooks'
  | 'listAccounts'
  | 'paymentRecord'
  | 'refundMovements'
  | 'idOf';

/** All that the database answers for. */
export function storePorts(pool: Pool, finished?: Finished): Pick<Ports, Stored> {
  return {
    transact: (work) => transact(pool, async (tx) => work(await openBooks(tx, idOf))),
    balanceOf: (accountId, before) => findBalance(pool, accountId, before),
    entriesOf: (query) => findEntries(pool, query),
    hoursOf: (...asked) => findHours(pool, ...asked),
    timelineOf: (accountId, chargeId) => findTimeline(pool, accountId, chargeId),
    paymentRecord: (...names) => findPaymentRecord(pool, ...names),
    refundMovements: (query) => findRefundMovements(pool, query),
    suspended: (query) => findSuspended(pool, query),
    claimReturns: (limit) => claimReturns(pool, limit),
    unrecordedDecisions: (...asked) => unrecordedDecisions(pool, ...asked),
    markRecorded: (decision) => markRecorded(pool, decision),
    chain: chainStore(pool),
    books: auditStore(pool),
    publishedEvents: publishedEventStore(pool),
    jobs: jobStore(pool, { column: 'progress', finished }),
    prune: pruner(pool),
    suspenseCents: () => sumSuspense(pool),
    owedCents: () => sumOwed(pool),
    holdersOnBooks: (holderIds) => findHolders(pool, holderIds),
    listAccounts: (after, limit) => listHolders(pool, after, limit),
    idOf,
  };
}
