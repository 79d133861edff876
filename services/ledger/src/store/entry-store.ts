import {
  bigintArray,
  byteaArray,
  textArray,
  timestamptzArray,
  uuidArray,
} from '@entrada/platform/db/array-parameter';
import { settledInOrder } from '@entrada/platform/db/settled-in-order';
import type { ClientBase } from 'pg';
import { type Account, type Booked, PostedBefore } from '../domain/book.ts';
import { moveAccounts } from './account-store.ts';

const INSERT_TRANSACTIONS = {
  name: 'insert-transactions',
  text: `
  insert into ledger_transaction
         (id, kind, holder_id, seq, hash, created_at, charge_id, payment_link_id, end_to_end_id,
          reference, trace_id)
  select *
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bytea[], $6::timestamptz[],
                $7::text[], $8::uuid[], $9::text[], $10::text[], $11::text[])
      on conflict do nothing
  returning id`,
};

const INSERT_ENTRIES = {
  name: 'insert-entries',
  text: `
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select transaction_id, account, holder_id, amount_cents, balance_cents, at
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bigint[], $6::timestamptz[])
         with ordinality
         as posted (transaction_id, account, holder_id, amount_cents, balance_cents, at, position)
   order by position`,
};

/** Sent at once: while the database writes the first, we still put the others into words. */
export async function writeBooked(
  tx: ClientBase,
  booked: readonly Booked[],
  accounts: readonly Account[],
): Promise<void> {
  await settledInOrder([
    insertTransactions(tx, booked),
    insertEntries(tx, booked),
    moveAccounts(tx, accounts),
  ]);
}

async function insertEntries(tx: ClientBase, booked: readonly Booked[]): Promise<void> {
  const lines = booked.flatMap(({ lines: own }) => own);
  const owners = booked.flatMap((owner) => owner.lines.map(() => owner));
  await tx.query({
    ...INSERT_ENTRIES,
    values: [
      uuidArray(owners.map(({ id }) => id)),
      textArray(lines.map(({ account }) => account)),
      uuidArray(lines.map(({ holderId }) => holderId)),
      bigintArray(lines.map(({ amountCents }) => amountCents)),
      bigintArray(lines.map(({ balanceCents }) => balanceCents)),
      timestamptzArray(owners.map(({ at }) => at)),
    ],
  });
}

async function insertTransactions(tx: ClientBase, booked: readonly Booked[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    ...INSERT_TRANSACTIONS,
    values: [
      uuidArray(booked.map(({ id }) => id)),
      textArray(booked.map(({ kind }) => kind)),
      uuidArray(booked.map(({ holderId }) => holderId)),
      bigintArray(booked.map(({ seq }) => seq)),
      byteaArray(booked.map(({ hash }) => hash)),
      timestamptzArray(booked.map(({ at }) => at)),
      textArray(booked.map(({ chargeId }) => chargeId)),
      uuidArray(booked.map(({ paymentLinkId }) => paymentLinkId)),
      textArray(booked.map(({ endToEndId }) => endToEndId)),
      textArray(booked.map(({ reference }) => reference)),
      textArray(booked.map(({ traceId }) => traceId)),
    ],
  });
  if (rows.length === booked.length) return;
  const inserted = new Set(rows.map(({ id }) => id));
  throw new PostedBefore(booked.findIndex(({ id }) => !inserted.delete(id)));
}
