import { consumeApproval } from '@entrada/approvals/approvals';
import type { TwoPersonApproval } from '@entrada/approvals/decision';
import { settledInOrder } from '@entrada/platform/db/transaction';
import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { ClientBase } from 'pg';
import type { BookedBatch } from '../domain/book.ts';
import type { BookedEvent } from '../domain/charge-event.ts';
import type { ReturnName, TakenFromSuspense } from '../domain/payment-return.ts';
import type { SuspenseItem } from '../domain/suspense.ts';
import { toOutboxEvent } from '../events/encode.ts';
import { lockAccounts } from './account-store.ts';
import { idOf, writeBooked } from './entry-store.ts';
import { findPayments, lockSuspendedOf } from './payment-store.ts';
import { findReturns, reopenSuspended } from './return-store.ts';
import {
  decideSuspended,
  exceptionMessage,
  insertSuspended,
  lockSuspended,
  type SuspenseDecision,
  takeFromSuspense,
} from './suspense-store.ts';

type WrittenBatch = BookedBatch & {
  readonly suspended?: readonly SuspenseItem[];
  readonly taken?: readonly TakenFromSuspense[];
  readonly published?: readonly BookedEvent[];
};

/**
 * Reads and writes of the books inside the caller's database transaction, whose scope is every account. Everything written
 * through one of these commits together, or not at all.
 */
export function openBooks(tx: ClientBase) {
  return {
    /** Accounts that never moved are opened. Nobody else moves them before this transaction ends. */
    lockAccounts: (holderIds: readonly string[]) => lockAccounts(tx, holderIds),
    /** Throws Refused (BookedBefore, ChainTaken); then the caller must roll back. */
    write: (batch: WrittenBatch) => writeBatch(tx, batch),
    /** By the id of the transaction that books it; to be asked behind the locks of the accounts. */
    findReturns: (wanted: readonly ReturnName[]) => findReturns(tx, wanted, idOf),
    /** By end-to-end id; to be asked behind the locks of the accounts. */
    findPayments: (endToEndIds: readonly string[]) => findPayments(tx, endToEndIds),
    /** Nobody else decides about these payments in suspense before this transaction ends. Tells whose they are. */
    lockSuspendedOf: (endToEndIds: readonly string[]) => lockSuspendedOf(tx, endToEndIds),
    lockSuspended: (exceptionId: string) => lockSuspended(tx, exceptionId),
    /** The message of charges about an exception. */
    exceptionMessage: (exceptionId: string) => exceptionMessage(tx, idOf('suspense', exceptionId)),
    decide: (decided: SuspenseDecision) => decideSuspended(tx, decided),
    /** Throws when it was used before. */
    consumeApproval: (approved: TwoPersonApproval | null) => consumeApproval(tx, approved),
    /** The return that was decided has failed: it is undecided again. */
    reopenSuspended: (name: ReturnName, failure: string) => reopenSuspended(tx, name, failure),
  };
}

export type OpenBooks = ReturnType<typeof openBooks>;

async function writeBatch(tx: ClientBase, batch: WrittenBatch): Promise<void> {
  const { booked, suspended = [], taken = [], published = [] } = batch;
  const outboxEvents = published.map(toOutboxEvent);
  const attached = {
    exceptionKinds: new Map(
      suspended.map(({ exceptionId, kind }) => [idOf('suspense', exceptionId), kind]),
    ),
    published: new Map(outboxEvents.map(({ transactionId, value }) => [transactionId, value])),
  };
  await settledInOrder([
    writeBooked(tx, batch, attached),
    insertSuspended(tx, suspended),
    takeFromSuspense(tx, taken, booked[0]?.at ?? new Date(0)),
    appendToOutbox(tx, outboxEvents),
  ]);
}
