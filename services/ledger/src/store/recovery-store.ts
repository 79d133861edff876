import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { BookingKind } from '../domain/payment-bookings.ts';
import type { MovementKind } from '../domain/posting.ts';
import type { MovementQuery, PaymentRecord, RefundMovement } from '../domain/recovery.ts';
import { chargeIn, isPaidLateIn, releasedIn } from '../events/decode.ts';
import { STORED_EVENT } from './event-store.ts';

/** A deposit, and what of a payment is in suspense; at most one of each. */
const BOOKINGS = {
  name: 'recovery-bookings',
  text: `
  (select kind, charge_id, reference, ${STORED_EVENT} as event, 'DEPOSIT' as booked_as from ledger_transaction t
    where end_to_end_id = $1 and kind = 'DEPOSIT' limit 1)
  union all
  (select kind, charge_id, reference, ${STORED_EVENT},
          coalesce(exception_kind, (select s.kind from suspended_payment s where s.exception_id = reference))
     from ledger_transaction t
    where end_to_end_id = $1 and kind = 'SUSPENSE' limit 1)`,
};

const OF_CHARGE = {
  name: 'recovery-of-charge',
  text: `
  select distinct kind, reference, end_to_end_id from ledger_transaction
   where charge_id = $1 and kind in ('DEPOSIT', 'REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE')`,
};

const MOVEMENT = `
  select t.id, t.reference, t.holder_id, t.charge_id, t.kind, t.created_at, ${STORED_EVENT} as event,
         (select abs(e.amount_cents) from entry e
           where e.transaction_id = t.id and e.account = 'refunds' limit 1) as amount_cents,
         (select d.end_to_end_id from ledger_transaction d
           where d.charge_id = t.charge_id and d.kind = 'DEPOSIT' limit 1) as end_to_end_id
    from ledger_transaction t
   where t.kind in ('REFUND_HOLD', 'REFUND_SETTLE', 'REFUND_RELEASE')
     and t.created_at >= $1 and (t.created_at, t.id) > ($2, $3::uuid)`;
const PAGE = 'order by t.created_at, t.id limit $4';

const MOVEMENTS = { name: 'recovery-refund-movements', text: `${MOVEMENT} ${PAGE}` };
const MOVEMENTS_OF_CHARGE = {
  name: 'recovery-refund-movements-of-charge',
  text: `${MOVEMENT} and t.charge_id = $5 ${PAGE}`,
};

const NIL = '00000000-0000-0000-0000-000000000000';

type BookingRow = {
  kind: MovementKind;
  charge_id: string | null;
  reference: string | null;
  event: Buffer | null;
  booked_as: BookingKind;
};
type OfChargeRow = { kind: MovementKind; reference: string | null; end_to_end_id: string | null };
type MovementRow = {
  id: string;
  reference: string;
  holder_id: string;
  charge_id: string;
  kind: MovementKind;
  created_at: Date;
  event: Buffer | null;
  amount_cents: number | null;
  end_to_end_id: string | null;
};

export function findPaymentRecord(
  db: Pool,
  endToEndId: string,
  askedChargeId: string | null,
): Promise<PaymentRecord> {
  return transactAs(db, EVERY_ACCOUNT, async (tx) => {
    const { rows } = await tx.query<BookingRow>({ ...BOOKINGS, values: [endToEndId] });
    const charge =
      rows.map(({ event }) => event && chargeIn(event)).find((one) => one !== null) ?? null;
    const chargeId = rows.find(({ charge_id }) => charge_id !== null)?.charge_id ?? askedChargeId;
    const exceptionId = rows.find(({ kind }) => kind === 'SUSPENSE')?.reference ?? null;
    // A surplus stands beside its deposit, which comes first.
    const bookedAs = rows[0]?.booked_as ?? null;
    const paidLate = rows.some(({ event }) => event !== null && isPaidLateIn(event));
    return { charge, exceptionId, bookedAs, paidLate, ...(await ofCharge(tx, chargeId)) };
  });
}

async function ofCharge(tx: ClientBase, chargeId: string | null) {
  if (chargeId === null) return { creditedEndToEndId: null, refundIds: [] };
  const { rows } = await tx.query<OfChargeRow>({ ...OF_CHARGE, values: [chargeId] });
  const refunds = rows.filter(({ kind }) => kind !== 'DEPOSIT');
  return {
    creditedEndToEndId: rows.find(({ kind }) => kind === 'DEPOSIT')?.end_to_end_id ?? null,
    refundIds: [...new Set(refunds.flatMap(({ reference }) => reference ?? []))],
  };
}

export function findRefundMovements(
  db: Pool,
  { from, chargeId, after, limit }: MovementQuery,
): Promise<readonly RefundMovement[]> {
  const beginning = new Date(0);
  const page = [from ?? beginning, after?.at ?? beginning, after?.id ?? NIL, limit];
  const query =
    chargeId === null
      ? { ...MOVEMENTS, values: page }
      : { ...MOVEMENTS_OF_CHARGE, values: [...page, chargeId] };
  return transactAs(db, EVERY_ACCOUNT, async (tx) => {
    const { rows } = await tx.query<MovementRow>(query);
    return rows.map(toMovement);
  });
}

/** One that ended without a hold has no entries: its event says how much it was. */
function toMovement(row: MovementRow): RefundMovement {
  const released = row.event && releasedIn(row.event);
  return {
    transactionId: row.id,
    refundId: row.reference,
    accountId: row.holder_id,
    chargeId: row.charge_id,
    endToEndId: row.end_to_end_id ?? '',
    kind: row.kind,
    valueCents: row.amount_cents ?? released?.valueCents ?? 0,
    failure: released?.reason ?? '',
    failureCode: released?.failureCode ?? '',
    at: row.created_at,
    moved: row.amount_cents !== null,
  };
}
