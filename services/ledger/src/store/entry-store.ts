import {
  bigintArray,
  byteaArray,
  textArray,
  timestamptzArray,
  uuidArray,
} from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { settledInOrder } from '@entrada/platform/db/transaction';
import { eventIdOf } from '@entrada/platform/events/outbox';
import type { ClientBase } from 'pg';
import { type BookedBatch, BookedBefore, type Booking, ChainTaken } from '../domain/book.ts';
import type { ExceptionKind } from '../domain/payment-bookings.ts';
import type { IdOf } from '../domain/posting.ts';
import { moveAccounts } from './account-store.ts';

const ID = 'ledger_transaction_pkey';
const CHAIN = 'ledger_transaction_chain';

/** Positions of the transactions whose id is on the books already. Payments are checked in domain/payment-bookings.ts. */
const FIND_BOOKED = `
  select position::int - 1 as position
    from unnest($1::uuid[]) with ordinality as new (id, position),
         lateral (select from ledger_transaction where id = new.id limit 1) as named`;

const FIND_TAKEN = `
  select position::int - 1 as position
    from unnest($1::uuid[], $2::bigint[]) with ordinality as new (holder_id, seq, position),
         lateral (select from ledger_transaction where holder_id = new.holder_id and seq = new.seq limit 1) as taken
   order by position limit 1`;

const INSERT_TRANSACTIONS = `
  insert into ledger_transaction
         (id, kind, holder_id, seq, hash, created_at, charge_id, payment_link_id, end_to_end_id,
          reference, trace_id, exception_kind, event)
  select *
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bytea[], $6::timestamptz[],
                $7::text[], $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[])`;

const INSERT_ENTRIES = `
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select transaction_id, account, holder_id, amount_cents, balance_cents, at
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bigint[], $6::timestamptz[])
         with ordinality
         as booked (transaction_id, account, holder_id, amount_cents, balance_cents, at, position)
   order by position`;

/** What is stored with a transaction beside what the chain covers, by its id. */
export type EntryExtras = {
  readonly exceptionKinds: ReadonlyMap<string, ExceptionKind>;
  readonly published: ReadonlyMap<string, Buffer>;
};

/** All are sent without waiting, so a refusal throws after the inserts were sent: the caller must roll back. */
export async function writeBooked(
  tx: ClientBase,
  batch: BookedBatch,
  attached: EntryExtras,
): Promise<void> {
  const { booked, accounts } = batch;
  const writing = settledInOrder([
    tx.query('savepoint writing').then(() => {}),
    insertTransactions(tx, booked, attached),
    insertEntries(tx, booked),
    moveAccounts(tx, accounts),
  ]);
  await writing.catch(async (error: { readonly constraint?: string }) => {
    if (error.constraint === ID) await refuseBooked(tx, batch);
    if (error.constraint === CHAIN) await refuseTaken(tx, batch);
    throw error;
  });
}

/** Only the events of a corrupted account are parked, not the rest of the batch. */
async function refuseTaken(
  tx: ClientBase,
  { booked, movementIndexes }: BookedBatch,
): Promise<void> {
  await tx.query('rollback to writing');
  const { rows } = await tx.query<{ position: number }>(
    prepared(FIND_TAKEN, [
      uuidArray(booked.map(({ holderId }) => holderId)),
      bigintArray(booked.map(({ seq }) => seq)),
    ]),
  );
  const [taken] = rows;
  if (taken) throw new ChainTaken(movementIndexes[taken.position] ?? -1);
}

async function insertEntries(tx: ClientBase, booked: readonly Booking[]): Promise<void> {
  const lines = booked.flatMap(({ lines: own }) => own);
  const bookedOfLine = booked.flatMap((one) => one.lines.map(() => one));
  await tx.query(
    prepared(INSERT_ENTRIES, [
      uuidArray(bookedOfLine.map(({ id }) => id)),
      textArray(lines.map(({ account }) => account)),
      uuidArray(lines.map(({ holderId }) => holderId)),
      bigintArray(lines.map(({ amountCents }) => amountCents)),
      bigintArray(lines.map(({ balanceCents }) => balanceCents)),
      timestamptzArray(bookedOfLine.map(({ at }) => at)),
    ]),
  );
}

async function insertTransactions(
  tx: ClientBase,
  booked: readonly Booking[],
  { exceptionKinds, published }: EntryExtras,
): Promise<void> {
  await tx.query(
    prepared(INSERT_TRANSACTIONS, [
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
      textArray(booked.map(({ id }) => exceptionKinds.get(id) ?? null)),
      byteaArray(booked.map(({ id }) => published.get(id) ?? null)),
    ]),
  );
}

async function refuseBooked(
  tx: ClientBase,
  { booked, movementIndexes }: BookedBatch,
): Promise<void> {
  await tx.query('rollback to writing');
  const { rows } = await tx.query<{ position: number }>(
    prepared(FIND_BOOKED, [uuidArray(booked.map(({ id }) => id))]),
  );
  const repeated = firstRepeated(booked);
  const known = [...rows.map(({ position }) => position), ...(repeated < 0 ? [] : [repeated])];
  if (known.length > 0) throw new BookedBefore(movementIndexes[Math.min(...known)] ?? -1);
}

/** Position of the first transaction whose id occurs earlier in the batch; -1: none. */
function firstRepeated(booked: readonly Booking[]): number {
  const seen = new Set<string>();
  return booked.findIndex(({ id }) => seen.has(id) || !seen.add(id));
}

/** The same subject always gets the same id. */
export const idOf: IdOf = (subject, id) => eventIdOf(`${subject}-transaction`, id);
