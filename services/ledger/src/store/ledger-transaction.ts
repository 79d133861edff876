import { EVERY_ACCOUNT, setScope } from '@entrada/platform/db/scope';
import { settledInOrder } from '@entrada/platform/db/settled-in-order';
import type { ClientBase } from 'pg';
import type { IdOf } from '../domain/fact.ts';
import type { LedgerTransaction, PostedBatch } from '../ports.ts';
import { lockAccounts } from './account-store.ts';
import { announce } from './announcements.ts';
import { writeBooked } from './entry-store.ts';
import { findHolds } from './refund-store.ts';
import { endReturn } from './return-store.ts';
import { decideSuspended, insertSuspended, lockSuspended } from './suspense-store.ts';

/** The books, open for writing until the database transaction ends. */
export async function ledgerTransaction(tx: ClientBase, idOf: IdOf): Promise<LedgerTransaction> {
  await setScope(tx, EVERY_ACCOUNT);
  return {
    lockAccounts: (holderIds) => lockAccounts(tx, holderIds),
    write: (booked, accounts) => writeBooked(tx, booked, accounts),
    post: (batch) => postBatch(tx, batch),
    findHolds: (refundIds) =>
      findHolds(
        tx,
        refundIds.map((refundId) => idOf('refund-hold', refundId)),
      ),
    lockSuspended: (exceptionId) => lockSuspended(tx, exceptionId),
    decide: (decided) => decideSuspended(tx, decided),
    endReturn: (exceptionId, refusal) => endReturn(tx, exceptionId, refusal),
  };
}

async function postBatch(tx: ClientBase, batch: PostedBatch): Promise<void> {
  const { booked, accounts, suspended, announcements } = batch;
  await settledInOrder([
    writeBooked(tx, booked, accounts),
    insertSuspended(tx, suspended),
    announce(tx, announcements),
  ]);
}
