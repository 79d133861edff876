import { uuidArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { rowParameters } from '@entrada/platform/db/row-parameters';
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

const LINK = rowParameters({ holderId: 'uuid', seq: 'bigint' });
const FIND_TAKEN = `
  select position::int - 1 as position
    from ${LINK.rows} with ordinality as new (holder_id, seq, position),
         lateral (select from ledger_transaction where holder_id = new.holder_id and seq = new.seq limit 1) as taken
   order by position limit 1`;

const TRANSACTION = rowParameters({
  id: 'uuid',
  kind: 'text',
  holderId: 'uuid',
  seq: 'bigint',
  hash: 'bytea',
  createdAt: 'timestamptz',
  chargeId: 'text',
  paymentLinkId: 'uuid',
  endToEndId: 'text',
  reference: 'text',
  traceId: 'text',
  exceptionKind: 'text',
  event: 'bytea',
});
const INSERT_TRANSACTIONS = `
  insert into ledger_transaction (${TRANSACTION.columns}) select * from ${TRANSACTION.rows}`;

const ENTRY = rowParameters({
  transactionId: 'uuid',
  account: 'text',
  holderId: 'uuid',
  amountCents: 'bigint',
  balanceCents: 'bigint',
  at: 'timestamptz',
});
const INSERT_ENTRIES = `
  insert into entry (${ENTRY.columns})
  select ${ENTRY.columns}
    from ${ENTRY.rows} with ordinality as booked (${ENTRY.columns}, position)
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
  const { rows } = await tx.query<{ position: number }>(prepared(FIND_TAKEN, LINK.values(booked)));
  const [taken] = rows;
  if (taken) throw new ChainTaken(movementIndexes[taken.position] ?? -1);
}

async function insertEntries(tx: ClientBase, booked: readonly Booking[]): Promise<void> {
  const entries = booked.flatMap(({ id: transactionId, at, lines }) =>
    lines.map((line) => ({ ...line, transactionId, at })),
  );
  await tx.query(prepared(INSERT_ENTRIES, ENTRY.values(entries)));
}

async function insertTransactions(
  tx: ClientBase,
  booked: readonly Booking[],
  { exceptionKinds, published }: EntryExtras,
): Promise<void> {
  const transactions = booked.map((one) => ({
    ...one,
    createdAt: one.at,
    exceptionKind: exceptionKinds.get(one.id) ?? null,
    event: published.get(one.id) ?? null,
  }));
  await tx.query(prepared(INSERT_TRANSACTIONS, TRANSACTION.values(transactions)));
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
