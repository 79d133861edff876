import { uuidArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import type { Pool, QueryResultRow } from 'pg';
import { BOOKED_AGAIN_MAX_MS, type Restore } from '../domain/audit-event.ts';
import {
  type BookedReturn,
  type HeldRefund,
  type PaymentAtBank,
  transactionIdsOf,
} from '../domain/audit-returns.ts';
import type { Booking } from '../domain/book.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import type { Window } from '../domain/statement.ts';
import { idOf } from './books-store.ts';
import { LINES, LINK_COLUMNS, type LinkRow, toBooked } from './chain-store.ts';
import { compareHour, hoursAsOf } from './holder-hour-store.ts';

const OF_CHARGES = `
  select ${LINK_COLUMNS}
    from ledger_transaction t, ${LINES}
   where t.charge_id = any($1::text[])`;

/** Far above what a bank returns of one payment. */
const RETURNS_OF_PAYMENT_MAX = 1_000;

/** With what was returned of them; each is a look into three indexes. */
const OF_PAYMENTS = `
  select ${LINK_COLUMNS}
    from unnest($1::text[]) as wanted (end_to_end_id), lateral (
      (select * from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'DEPOSIT' limit 1)
      union all
      (select * from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'SUSPENSE' limit 1)
      union all
      (select * from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id
          and t.kind in ('REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE', 'SUSPENSE_REFUND', 'BANK_RETURN')
        limit ${RETURNS_OF_PAYMENT_MAX})
    ) as t, ${LINES}`;

const PAGE_SIZE = 500;
const NEXT_PAGE = `
     and (t.created_at, t.id) > ($3, $4)
   order by t.created_at, t.id
   limit ${PAGE_SIZE}`;

/** The page comes first, as in chain-store.ts. */
const RECEIVED = `
  with page as materialized (
    select * from ledger_transaction t
     where t.created_at >= $1 and t.created_at < $2 and t.kind in ('DEPOSIT', 'SUSPENSE') ${NEXT_PAGE}
  )
  select ${LINK_COLUMNS} from page t, ${LINES} order by t.created_at, t.id`;

const RETURN_COLUMNS = `t.id, t.created_at as at, t.kind, t.reference, t.end_to_end_id as "endToEndId",
         coalesce((select sum(e.amount_cents)::bigint from entry e
                    where e.transaction_id = t.id and e.account = 'settlement'), 0) as "valueCents"`;

const RETURNED = `
  select ${RETURN_COLUMNS}
    from ledger_transaction t
   where t.created_at >= $1 and t.created_at < $2
     and t.kind in ('BANK_RETURN', 'SUSPENSE_REFUND', 'REFUND_SETTLE') ${NEXT_PAGE}`;

/** Each is a look into an index; the limit keeps it so whatever the statistics say. */
const RETURNS_OF = `
  select ${RETURN_COLUMNS}
    from unnest($1::uuid[]) as wanted (id),
         lateral (select * from ledger_transaction t where t.id = wanted.id limit 1) as t`;

/** Far more than a window should ever have; more are not reported. */
const REPORTED_MAX = 500;

/** Of a transaction of a refund: what is held by all transactions of the refund. */
const HELD_COLUMNS = `t.reference as "refundId", t.charge_id as "chargeId", t.created_at as at, held.cents as "heldCents"`;
const HELD = `lateral (
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
      from ledger_transaction own
      join entry e on e.transaction_id = own.id and e.account = 'refunds'
     where own.charge_id = t.charge_id and own.reference = t.reference
  ) as held`;

const OPEN_HOLDS = `
  select ${HELD_COLUMNS}
    from ledger_transaction t, ${HELD}
   where t.created_at >= $1 and t.created_at < $2 and t.kind = 'REFUND_HOLD' and held.cents > 0
   order by t.created_at, t.id
   limit ${REPORTED_MAX}`;

/** A settlement that finds no hold takes the money from the account, which is right only where a restore has lost the hold. */
const UNHELD_SETTLEMENTS = `
  select t.reference as "refundId", t.charge_id as "chargeId", t.created_at as at,
         least(held.cents, 0) + taken.cents as "heldCents"
    from ledger_transaction t, ${HELD}, lateral (
      select coalesce(sum(e.amount_cents), 0)::bigint as cents
        from entry e
       where e.transaction_id = t.id and e.account = 'available'
         and not exists (
               select from restore
                where t.created_at between restored_to
                      and noted_at + $3::bigint * interval '1 millisecond')
    ) as taken
   where t.created_at >= $1 and t.created_at < $2 and t.kind = 'REFUND_SETTLE'
     and (held.cents < 0 or taken.cents < 0)
   order by t.created_at, t.id
   limit ${REPORTED_MAX}`;

/** The entry with the lowest id is the oldest, give or take what was written at the same time. */
const FIRST = 'select at from entry order by id limit 1';

const LAST = 'select coalesce((select id from entry order by id desc limit 1), 0) as id';

const NEVER_PUBLISHED = `
  select given.event_id from unnest($1::uuid[]) as given (event_id)
   where not exists (select from outbox where outbox.event_id = given.event_id)`;

const NOTE_RESTORE = 'insert into restore (restored_to) values ($1)';
const NOTED_MAX = 1_000;
const LATEST_RESTORES = `
  select restored_to as "restoredTo", noted_at as "notedAt" from restore
   order by noted_at desc
   limit ${NOTED_MAX}`;

/** What the auditor reads in our own books. */
export function auditStore(db: Pool) {
  const all = <R extends QueryResultRow>(text: string, values: unknown[] = []) =>
    queryAs<R>(db, EVERY_ACCOUNT, prepared(text, values)).then(({ rows }) => rows);

  async function* everyRow<R extends QueryResultRow & { readonly at: Date; readonly id: string }>(
    text: string,
    { from, to }: Window,
  ): AsyncGenerator<R> {
    let [at, id] = [from, PLATFORM_ID];
    for (;;) {
      const page = await all<R>(text, [from, to, at, id]);
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      ({ at, id } = last);
    }
  }

  return {
    async ofCharges(chargeIds: readonly string[]): Promise<readonly Booking[]> {
      return (await all<LinkRow>(OF_CHARGES, [chargeIds])).map(toBooked);
    },
    async ofPayments(endToEndIds: readonly string[]): Promise<readonly Booking[]> {
      return (await all<LinkRow>(OF_PAYMENTS, [endToEndIds])).map(toBooked);
    },
    /** Credits and exceptions of a window, oldest first. */
    async *creditsBetween(window: Window): AsyncGenerator<Booking> {
      for await (const row of everyRow<LinkRow>(RECEIVED, window)) yield toBooked(row);
    },
    /** What went back to payers in a window, oldest first. */
    returnsBetween: (window: Window) => everyRow<BookedReturn>(RETURNED, window),
    /** What went back of these payments. */
    returnsOf(payments: readonly PaymentAtBank[]): Promise<readonly BookedReturn[]> {
      const ids = payments.flatMap((payment) => [...transactionIdsOf(payment, idOf).values()]);
      return all<BookedReturn>(RETURNS_OF, [uuidArray(ids)]);
    },
    /** Of the holds that were booked in a window, those that are open now; oldest first. */
    openHolds: ({ from, to }: Window) => all<HeldRefund>(OPEN_HOLDS, [from, to]),
    /** Of the settlements that were booked in a window, those of more than was held; oldest first. */
    unheldSettlements: ({ from, to }: Window) =>
      all<HeldRefund>(UNHELD_SETTLEMENTS, [from, to, BOOKED_AGAIN_MAX_MS]),
    compareHour: (hour: Date) => compareHour(db, hour),
    hoursAsOf: () => hoursAsOf(db),
    /** When the first entry was made. */
    async firstAt(): Promise<Date | null> {
      return (await all<{ at: Date }>(FIRST))[0]?.at ?? null;
    },
    async lastEntryId(): Promise<number> {
      return (await all<{ id: number }>(LAST))[0]?.id ?? 0;
    },
    /** The latest ones first. */
    restores: () => all<Restore>(LATEST_RESTORES),
    /** Those of the ids that we never published. */
    async neverPublished(eventIds: readonly string[]): Promise<readonly string[]> {
      const rows = await all<{ event_id: string }>(NEVER_PUBLISHED, [eventIds]);
      return rows.map(({ event_id }) => event_id);
    },
  };
}

/** These books were restored to what they were then. */
export async function noteRestore(db: Pool, restoredTo: Date): Promise<void> {
  await db.query(NOTE_RESTORE, [restoredTo]);
}
