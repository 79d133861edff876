import type { ChargeSummaryInput } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, queryAs, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { BookingKind } from '../domain/payment-bookings.ts';
import { type MovementKind, PLATFORM_ID } from '../domain/posting.ts';
import type { Place } from '../domain/statement.ts';
import { chargeIn, releasedIn } from '../events/decode.ts';

/**
 * A surplus stands beside its deposit, and alone only where that was discarded. The condition on the time alone is for the
 * index, which knows no pairs.
 */
const BOOKINGS = `
  select t.id as "transactionId", t.end_to_end_id as "endToEndId", coalesce(t.exception_kind, 'DEPOSIT') as "bookedAs",
         t.created_at as at, t.event
    from ledger_transaction t
   where t.kind in ('DEPOSIT', 'SUSPENSE')
     and t.created_at >= $1 and t.created_at < $4 and (t.created_at, t.id) > ($1, $2::uuid)
     and (t.exception_kind is distinct from 'OVERPAID'
          or not exists (select from ledger_transaction d
                          where d.end_to_end_id = t.end_to_end_id and d.kind = 'DEPOSIT'))
   order by t.created_at, t.id
   limit $3`;

/** A statement reads this stretch of time, so that a restore to long ago costs no more for each page; the last has no end. */
const STRETCH_MS = 600_000;
/** So many make one page at most. */
const STRETCHES_MAX = 144;

const IS_OVER = 'select $1::timestamptz < now() as "isOver"';

/** A refund that ended without a hold has no entries: its event says how much it was. */
const MOVEMENTS = `
  select t.id as "transactionId", t.reference as "refundId", t.holder_id as "accountId", t.charge_id as "chargeId",
         t.end_to_end_id as "endToEndId", t.kind, t.created_at as at, t.event,
         (select abs(e.amount_cents) from entry e
           where e.transaction_id = t.id and e.account in ('refunds', 'settlement') limit 1) as "valueCents"
    from ledger_transaction t
   where t.kind in ('REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE')
     and t.created_at between $1 and $2 and (t.created_at, t.id) < ($2, $3::uuid)
   order by t.created_at desc, t.id desc
   limit $4`;

/** Behind every time that a row can have. */
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

type Query = { readonly from: Date; readonly after: Place | null; readonly limit: number };
type BookingRow = {
  readonly transactionId: string;
  readonly endToEndId: string;
  readonly bookedAs: BookingKind;
  readonly at: Date;
  readonly event: Buffer | null;
};

/** A payment on the books, for charges that lost its record of it. */
type PaymentBooking = Pick<BookingRow, 'endToEndId' | 'bookedAs'> & {
  /** The message of charges about the charge; null: it belongs to none. */
  readonly charge: ChargeSummaryInput | null;
  readonly paidLate: boolean;
};

/** Oldest first; `next` is null at the end. A page may be empty before that. */
export async function listPaymentBookings(
  db: Pool,
  { from, after, limit }: Query,
): Promise<{ readonly bookings: readonly PaymentBooking[]; readonly next: Place | null }> {
  const { rows, next } = await transactAs(db, EVERY_ACCOUNT, async (tx) => {
    const page: BookingRow[] = [];
    let place: Place = after ?? { at: from, id: PLATFORM_ID };
    for (let stretch = 0; stretch < STRETCHES_MAX; stretch += 1) {
      const end = new Date(place.at.getTime() + STRETCH_MS);
      const over = await tx.query<{ isOver: boolean }>(prepared(IS_OVER, [end]));
      const isLast = !over.rows[0]?.isOver;
      const values = [place.at, place.id, limit - page.length, isLast ? END_OF_TIME : end];
      page.push(...(await tx.query<BookingRow>(prepared(BOOKINGS, values))).rows);
      const full = placeBehind(page, limit);
      if (full || isLast) return { rows: page, next: full };
      place = { at: end, id: PLATFORM_ID };
    }
    return { rows: page, next: place };
  });
  const bookings = rows.map(({ endToEndId, bookedAs, event }) => {
    const charge = event && chargeIn(event);
    const paidLate = charge !== null && 'paidLate' in charge && charge.paidLate;
    return { endToEndId, bookedAs, charge, paidLate };
  });
  return { bookings, next };
}

type MovementRow = {
  readonly transactionId: string;
  readonly refundId: string;
  readonly accountId: string;
  readonly chargeId: string;
  readonly endToEndId: string;
  readonly kind: MovementKind;
  readonly at: Date;
  readonly event: Buffer | null;
  readonly valueCents: number | null;
};

type RefundMovement = ReturnType<typeof toMovement>;

/** Newest first; `next` is null at the end. */
export async function listRefundMovements(
  db: Pool,
  { from, after, limit }: Query,
): Promise<{ readonly movements: readonly RefundMovement[]; readonly next: Place | null }> {
  const values = [from, after?.at ?? END_OF_TIME, after?.id ?? PLATFORM_ID, limit];
  const { rows } = await queryAs<MovementRow>(db, EVERY_ACCOUNT, prepared(MOVEMENTS, values));
  return { movements: rows.map(toMovement), next: placeBehind(rows, limit) };
}

function placeBehind(
  rows: readonly { readonly at: Date; readonly transactionId: string }[],
  limit: number,
): Place | null {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return last ? { at: last.at, id: last.transactionId } : null;
}

function toMovement({ event, valueCents, ...names }: MovementRow) {
  const released = event && releasedIn(event);
  return {
    ...names,
    valueCents: valueCents ?? released?.valueCents ?? 0,
    failure: released?.reason ?? '',
    failureCode: released?.failureCode ?? '',
  };
}
