import { consumeApproval } from '@entrada/approvals/approvals';
import { bound } from '@entrada/platform/db/bound';
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
  takeFromSuspense,
} from './suspense-store.ts';

type WrittenBatch = BookedBatch & {
  readonly suspended?: readonly SuspenseItem[];
  readonly taken?: readonly TakenFromSuspense[];
  readonly published?: readonly BookedEvent[];
};

const IN_TRANSACTION = {
  lockAccounts,
  lockSuspendedOf,
  lockSuspended,
  findPayments,
  write: writeBatch,
  decide: decideSuspended,
  reopenSuspended,
  consumeApproval,
};

/**
 * Reads and writes of the books inside the caller's database transaction, whose scope is every account. Everything written
 * through one of these commits together, or not at all. Lock the accounts before you read.
 */
export function openBooks(tx: ClientBase) {
  return {
    ...bound(tx, IN_TRANSACTION),
    findReturns: (wanted: readonly ReturnName[]) => findReturns(tx, wanted, idOf),
    /** The message of charges about an exception. */
    exceptionMessage: (exceptionId: string) => exceptionMessage(tx, idOf('suspense', exceptionId)),
  };
}

export type OpenBooks = ReturnType<typeof openBooks>;

/** Throws Refused (BookedBefore, ChainTaken); then the caller must roll back. */
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
