import { consumeApproval } from '@entrada/approvals/approvals';
import { uuidArray } from '@entrada/platform/db/array-parameter';
import { bound } from '@entrada/platform/db/bound';
import { prepared } from '@entrada/platform/db/prepared';
import { columnOf, rowParameters } from '@entrada/platform/db/row-parameters';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import { settledInOrder } from '@entrada/platform/db/transaction';
import { appendToOutbox, eventIdOf } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import {
  type Account,
  type BookedBatch,
  BookedBefore,
  type Booking,
  ChainTaken,
} from '../domain/book.ts';
import type { BookedEvent } from '../domain/charge-event.ts';
import type { ExceptionKind } from '../domain/payment-bookings.ts';
import type { ReturnName, TakenFromSuspense } from '../domain/payment-return.ts';
import { type IdOf, PLATFORM_ID } from '../domain/posting.ts';
import type { SuspenseItem } from '../domain/suspense.ts';
import { toOutboxEvent } from '../events/encode.ts';
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

const STATE = {
  availableCents: 'bigint',
  suspenseCents: 'bigint',
  owedCents: 'bigint',
  heldCents: 'bigint',
  seq: 'bigint',
  head: 'bytea',
  movedAt: 'timestamptz',
} as const;
const ACCOUNT = rowParameters({ holderId: 'uuid', ...STATE });
/** An account as the domain names its parts. */
export const ACCOUNT_COLUMNS = ACCOUNT.named;

/** Ordered, so that two batches cannot deadlock here; after a deadlock with accounts found later the batch is retried. */
const LOCK = `
  select ${ACCOUNT_COLUMNS}
    from account
   where holder_id = any($1::uuid[])
   order by holder_id
     for update`;

const OPEN = `
  insert into account (holder_id)
  select holder_id from unnest($1::uuid[]) as holder_id order by holder_id
      on conflict do nothing`;

const MOVE = `
  update account
     set ${Object.keys(STATE)
       .map((name) => `${columnOf(name)} = moved.${columnOf(name)}`)
       .join(', ')}
    from ${ACCOUNT.rows} as moved (${ACCOUNT.columns})
   where account.holder_id = moved.holder_id`;

/** Accounts that never moved are opened. Nobody else moves them before this transaction ends. */
async function lockAccounts(
  tx: ClientBase,
  holderIds: readonly string[],
): Promise<readonly Account[]> {
  const wanted = [...new Set(holderIds)];
  const known = await lock(tx, wanted);
  if (known.length === wanted.length) return known;
  const found = new Set(known.map(({ holderId }) => holderId));
  const missing = wanted.filter((holderId) => !found.has(holderId));
  await tx.query(prepared(OPEN, [uuidArray(missing)]));
  return [...known, ...(await lock(tx, missing))];
}

async function lock(tx: ClientBase, holderIds: readonly string[]): Promise<Account[]> {
  return (await tx.query<Account>(prepared(LOCK, [uuidArray(holderIds)]))).rows;
}

/** One update per account and batch, however many entries it got. */
async function moveAccounts(tx: ClientBase, accounts: readonly Account[]): Promise<void> {
  await tx.query(prepared(MOVE, ACCOUNT.values(accounts)));
}

const FIND_HOLDERS = 'select holder_id as id from account where holder_id = any($1::uuid[])';

const LIST_HOLDERS =
  'select holder_id as id from account where holder_id > $1 order by holder_id limit $2';

/** Those of the holders that are on the books. */
export async function findHolders(db: Pool, holderIds: readonly string[]): Promise<string[]> {
  const { rows } = await queryAs<{ id: string }>(
    db,
    EVERY_ACCOUNT,
    prepared(FIND_HOLDERS, [holderIds]),
  );
  return rows.map(({ id }) => id);
}

/** In order of their ids. The platform's own account, which nobody logs in to, has the least id and is left out. */
export async function listAccounts(
  db: Pool,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await queryAs<{ id: string }>(
    db,
    EVERY_ACCOUNT,
    prepared(LIST_HOLDERS, [after ?? PLATFORM_ID, limit]),
  );
  return rows.map(({ id }) => id);
}

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
type EntryExtras = {
  readonly exceptionKinds: ReadonlyMap<string, ExceptionKind>;
  readonly published: ReadonlyMap<string, Buffer>;
};

/** All are sent without waiting, so a refusal throws after the inserts were sent: the caller must roll back. */
async function writeBooked(
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
