import { consumeApproval } from '@entrada/platform/approvals/approvals';
import { EVERY_ACCOUNT, setScope } from '@entrada/platform/db/scope';
import { settledInOrder } from '@entrada/platform/db/settled-in-order';
import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { ClientBase } from 'pg';
import type { IdOf } from '../domain/movement-id.ts';
import type { SuspenseItem } from '../domain/suspense.ts';
import { toOutboxEvent } from '../events/encode.ts';
import type { OpenBooks, WrittenBatch } from '../ports.ts';
import { lockAccounts } from './account-store.ts';
import { writeBooked } from './entry-store.ts';
import { exceptionMessage } from './event-store.ts';
import { findPayments, lockDeposits, lockSuspendedOf } from './payment-store.ts';
import { findRefunds } from './refund-store.ts';
import { endReturn } from './return-store.ts';
import {
  decideSuspended,
  insertSuspended,
  lockSuspended,
  takeFromSuspense,
} from './suspense-store.ts';

/** Reads and writes of the books inside the caller's database transaction. */
export async function openBooks(tx: ClientBase, idOf: IdOf): Promise<OpenBooks> {
  await setScope(tx, EVERY_ACCOUNT);
  return {
    lockAccounts: (holderIds) => lockAccounts(tx, holderIds),
    write: (batch) => writeBatch(tx, batch, idOf),
    findRefunds: (wanted) => findRefunds(tx, wanted, idOf),
    findPayments: (endToEndIds) => findPayments(tx, endToEndIds),
    lockDeposits: (mode) => lockDeposits(tx, mode),
    lockSuspendedOf: (endToEndIds) => lockSuspendedOf(tx, endToEndIds),
    lockSuspended: (exceptionId) => lockSuspended(tx, exceptionId),
    exceptionMessage: (exceptionId) => exceptionMessage(tx, idOf('suspense', exceptionId)),
    decide: (decided) => decideSuspended(tx, decided),
    consumeApproval: (approved) => consumeApproval(tx, approved),
    endReturn: (exceptionId, refusal) => endReturn(tx, exceptionId, refusal),
  };
}

async function writeBatch(tx: ClientBase, batch: WrittenBatch, idOf: IdOf): Promise<void> {
  const { booked, suspended = [], taken = [], published = [] } = batch;
  const outboxEvents = published.map(toOutboxEvent);
  const attached = {
    exceptionKinds: new Map(
      suspended.map(({ exceptionId, kind }: SuspenseItem) => [idOf('suspense', exceptionId), kind]),
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
