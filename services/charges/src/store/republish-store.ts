import { transact } from '@entrada/platform/db/transaction';
import { type OutboxEvent, republish } from '@entrada/platform/events/outbox';
import type { Pool } from 'pg';
import type { Charge, ChargeStatus, ReportedPayment } from '../domain/charge.ts';
import type { ExceptionKind } from '../domain/settle.ts';
import type { EventPlace, EventWindow } from '../domain/views.ts';
import { completedEvent, endEvents, exceptionEvent, returnEvents } from '../events/encode.ts';
import {
  CHARGE_COLUMNS,
  type ChargeRow,
  payerOf,
  RETURN_COLUMNS,
  type ReturnRow,
  toCharge,
  toReturn,
} from './rows.ts';

/** Names sort as events of one time were published: payments, then refunds, then ends. */
const PAGE = `
  select * from (
    select date_trunc('milliseconds', found_at) as at, 'payment ' || end_to_end_id as name,
           charge_id as "chargeId", end_to_end_id as "endToEndId", null::uuid as "returnId", null as ended
      from payment where found_at >= $1 and found_at < $2
    union all
    select date_trunc('milliseconds', failed_at), 'refund ' || id, charge_id, end_to_end_id, id, 'FAILED'
      from payment_return where origin <> 'BANK' and failed_at >= $1 and failed_at < $2
    union all
    select date_trunc('milliseconds', changed_at), 'return ' || id, charge_id, end_to_end_id, id, 'SETTLED'
      from payment_return where status = 'SETTLED' and changed_at >= $1 and changed_at < $2
    union all
    select date_trunc('milliseconds', at), 'the end ' || charge_id, charge_id, null, null, to_status
      from charge_move
     where to_status in ('EXPIRED', 'CANCELED') and at >= $1 and at < $2) as happened
   where (at, name) > ($3, $4)
   order by at, name
   limit $5`;

const CHARGES = `select ${CHARGE_COLUMNS} from charge where id = any($1::text[])`;

const PAYMENTS = `
  select end_to_end_id as "endToEndId", txid, paid_cents as "paidCents", paid_at as "paidAt", completes,
         exception as kind, exception_cents as "amountCents", found_at as "foundAt",
         payer_name as "payerName", payer_document as "payerDocument"
    from payment where end_to_end_id = any($1::text[])`;

/** With what had been refunded with it, as it was published. */
const RETURNS = `
  select ${RETURN_COLUMNS}, changed_at as "changedAt", failed_at as "failedAt",
         (select txid from payment where payment.end_to_end_id = payment_return.end_to_end_id) as txid,
         (select coalesce(sum(charge_cents), 0)::bigint from payment_return as earlier
           where earlier.charge_id = payment_return.charge_id and earlier.status = 'SETTLED'
             and (earlier.changed_at, earlier.id) <= (payment_return.changed_at, payment_return.id)) as "refundedCents"
    from payment_return where id = any($1::uuid[])`;

type EventRow = {
  readonly at: Date;
  readonly name: string;
  readonly chargeId: string | null;
  readonly endToEndId: string | null;
  readonly returnId: string | null;
  /** How a charge or a return ended. */
  readonly ended: ChargeStatus | 'SETTLED' | 'FAILED' | null;
};

type PaymentRow = Omit<ReportedPayment, 'payer'> &
  Parameters<typeof payerOf>[0] & {
    readonly completes: boolean;
    readonly kind: ExceptionKind | null;
    readonly amountCents: number | null;
    readonly foundAt: Date;
  };

type EndedRow = ReturnRow & {
  readonly txid: string | null;
  readonly changedAt: Date;
  readonly failedAt: Date | null;
  readonly refundedCents: number;
};

type EventSources = {
  readonly returns: ReadonlyMap<string, EndedRow>;
  readonly charges: ReadonlyMap<string, Charge>;
  readonly payments: ReadonlyMap<string, PaymentRow>;
};

const BEFORE_ALL = { at: new Date(0), name: '' };

type RepublishedPage = { readonly events: number; readonly last: EventPlace };

/** Publishes a page of what happened again, in its order. Null when nothing is left. */
export function republisher(pool: Pool) {
  return async ({ from, to, after, limit }: EventWindow): Promise<RepublishedPage | null> => {
    const { at, name } = after ?? BEFORE_ALL;
    const { rows } = await pool.query<EventRow>(PAGE, [from, to, at, name, limit]);
    const last = rows.at(-1);
    if (!last) return null;
    const known = await look(pool, rows);
    const events = rows.flatMap((row) => eventsOf(row, known));
    await transact(pool, (tx) => republish(tx, events));
    return { events: events.length, last: { at: last.at, name: last.name } };
  };
}

async function look(pool: Pool, rows: readonly EventRow[]): Promise<EventSources> {
  const some = (pick: (row: EventRow) => string | null) => rows.flatMap((row) => pick(row) ?? []);
  const charges = await pool.query<ChargeRow>(CHARGES, [some((row) => row.chargeId)]);
  const payments = await pool.query<PaymentRow>(PAYMENTS, [some((row) => row.endToEndId)]);
  const returns = await pool.query<EndedRow>(RETURNS, [some((row) => row.returnId)]);
  return {
    returns: new Map(returns.rows.map((row) => [row.id, row])),
    charges: new Map(charges.rows.map((row) => [row.id, toCharge(row)])),
    payments: new Map(payments.rows.map((row) => [row.endToEndId, row])),
  };
}

function eventsOf(happened: EventRow, { charges, payments, returns }: EventSources): OutboxEvent[] {
  const { ended, at } = happened;
  const charge = charges.get(happened.chargeId ?? '') ?? null;
  const returned = returns.get(happened.returnId ?? '');
  if (returned && (ended === 'SETTLED' || ended === 'FAILED')) {
    return eventsOfReturn(returned, charge, ended);
  }
  const payment = payments.get(happened.endToEndId ?? '');
  if (payment) return paymentEvents(payment, charge);
  return charge && ended ? endEvents({ ...charge, status: ended as ChargeStatus }, at) : [];
}

function paymentEvents(
  { completes, kind, amountCents, foundAt, ...row }: PaymentRow,
  charge: Charge | null,
): OutboxEvent[] {
  const payment = { ...row, payer: payerOf(row) };
  const completed = completes && charge ? [completedEvent(charge, payment, foundAt)] : [];
  if (!kind || amountCents === null) return completed;
  return [...completed, exceptionEvent({ kind, amountCents }, payment, foundAt, charge)];
}

function eventsOfReturn(
  row: EndedRow,
  charge: Charge | null,
  status: 'SETTLED' | 'FAILED',
): OutboxEvent[] {
  const { txid, changedAt, failedAt, refundedCents, ...one } = toReturn(row);
  const recordedAt = status === 'FAILED' ? (failedAt ?? changedAt) : changedAt;
  const { endToEndId, chargeId, valueCents, chargeCents, failure } = one;
  const payment = { endToEndId, txid, chargeId, completes: false, surplusCents: 0 };
  const after = charge && { ...charge, refundedCents: Math.min(charge.value, refundedCents) };
  const at = status === 'SETTLED' ? (one.settledAt ?? recordedAt) : recordedAt;
  const figures = { valueCents, chargeCents };
  const end = { status, at, recordedAt, failure, ...figures, isRefusal: false };
  return returnEvents({ payment, charge: after }, one, end);
}
