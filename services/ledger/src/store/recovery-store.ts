import type { ChargeSummaryInput } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { BookingKind } from '../domain/payment-bookings.ts';
import { type MovementKind, PLATFORM_ID } from '../domain/posting.ts';
import type { Place } from '../domain/statement.ts';
import { chargeIn, isPaidLateIn, releasedIn } from '../events/decode.ts';

/** A deposit, and what of a payment is in suspense; at most one of each. */
const BOOKINGS = {
  name: 'recovery-bookings',
  text: `
  (select charge_id, t.event, 'DEPOSIT' as booked_as from ledger_transaction t
    where end_to_end_id = $1 and kind = 'DEPOSIT' limit 1)
  union all
  (select charge_id, t.event,
          exception_kind
     from ledger_transaction t
    where end_to_end_id = $1 and kind = 'SUSPENSE' limit 1)`,
};

const CREDITED = {
  name: 'recovery-credited',
  text: `select end_to_end_id from ledger_transaction where charge_id = $1 and kind = 'DEPOSIT' limit 1`,
};

/** A refund that ended without a hold has no entries: its event says how much it was. */
const MOVEMENT = `
  select t.id as "transactionId", t.reference as "refundId", t.holder_id as "accountId", t.charge_id as "chargeId",
         t.end_to_end_id as "endToEndId", t.kind, t.created_at as at, t.event,
         (select abs(e.amount_cents) from entry e
           where e.transaction_id = t.id and e.account in ('refunds', 'settlement') limit 1) as "valueCents"
    from ledger_transaction t
   where t.kind in ('REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE')
     and t.created_at >= $1 and (t.created_at, t.id) > ($2, $3::uuid)`;
const PAGE = 'order by t.created_at, t.id limit $4';

const MOVEMENTS = { name: 'recovery-refund-movements', text: `${MOVEMENT} ${PAGE}` };
const MOVEMENTS_OF_CHARGE = {
  name: 'recovery-refund-movements-of-charge',
  text: `${MOVEMENT} and t.charge_id = $5 ${PAGE}`,
};

/** What the books know of a payment, for charges that lost its record of it. */
type PaymentRecord = {
  /** The message of charges about the charge; null: it belongs to none, or is not booked. */
  readonly charge: ChargeSummaryInput | null;
  readonly creditedEndToEndId: string | null;
  /** How the whole payment, or the part that completed a charge, is booked; null: it is not. */
  readonly bookedAs: BookingKind | null;
  readonly paidLate: boolean;
};

export function getPaymentBooking(
  db: Pool,
  endToEndId: string,
  ofChargeId: string | null,
): Promise<PaymentRecord> {
  return transactAs(db, EVERY_ACCOUNT, async (tx) => {
    type Row = { charge_id: string | null; event: Buffer | null; booked_as: BookingKind };
    const { rows } = await tx.query<Row>({ ...BOOKINGS, values: [endToEndId] });
    const charge =
      rows.map(({ event }) => event && chargeIn(event)).find((one) => one !== null) ?? null;
    const chargeId = rows.find(({ charge_id }) => charge_id !== null)?.charge_id ?? ofChargeId;
    // A surplus stands beside its deposit, which comes first.
    const bookedAs = rows[0]?.booked_as ?? null;
    const paidLate = rows.some(({ event }) => event !== null && isPaidLateIn(event));
    type CreditRow = { end_to_end_id: string };
    const credited = await tx.query<CreditRow>({ ...CREDITED, values: [chargeId] });
    const creditedEndToEndId = credited.rows[0]?.end_to_end_id ?? null;
    return { charge, bookedAs, paidLate, creditedEndToEndId };
  });
}

type RefundMovement = {
  readonly transactionId: string;
  readonly refundId: string;
  readonly accountId: string;
  readonly chargeId: string;
  readonly endToEndId: string;
  readonly kind: MovementKind;
  readonly valueCents: number;
  readonly failure: string;
  readonly failureCode: string;
  readonly at: Date;
};

type MovementQuery = {
  /** Null: from the first. */
  readonly from: Date | null;
  /** Null: of every charge. */
  readonly chargeId: string | null;
  readonly after: Place | null;
  readonly limit: number;
};

type MovementRow = Omit<RefundMovement, 'valueCents' | 'failure' | 'failureCode'> & {
  readonly event: Buffer | null;
  readonly valueCents: number | null;
};

/** Oldest first; `next` is null at the end. */
export async function listRefundMovements(
  db: Pool,
  { from, chargeId, after, limit }: MovementQuery,
): Promise<{ readonly movements: readonly RefundMovement[]; readonly next: Place | null }> {
  const beginning = new Date(0);
  const page = [from ?? beginning, after?.at ?? beginning, after?.id ?? PLATFORM_ID, limit];
  const query =
    chargeId === null
      ? { ...MOVEMENTS, values: page }
      : { ...MOVEMENTS_OF_CHARGE, values: [...page, chargeId] };
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) => tx.query<MovementRow>(query));
  const movements = rows.map(toMovement);
  const last = movements.length === limit ? movements.at(-1) : undefined;
  return { movements, next: last ? { at: last.at, id: last.transactionId } : null };
}

function toMovement({ event, valueCents, ...names }: MovementRow): RefundMovement {
  const released = event && releasedIn(event);
  return {
    ...names,
    valueCents: valueCents ?? released?.valueCents ?? 0,
    failure: released?.reason ?? '',
    failureCode: released?.failureCode ?? '',
  };
}
