import { transact } from '@entrada/platform/db/transaction';
import { type OutboxEvent, republish } from '@entrada/platform/events/outbox';
import type { Pool } from 'pg';
import type { Charge, ChargeStatus, Payment } from '../domain/charge.ts';
import type { ExceptionKind } from '../domain/settle.ts';
import {
  completedEvent,
  endEvents,
  exceptionEvent,
  refundEvent,
  returnEvent,
} from '../events/encode.ts';
import type { History } from '../ports/history.ts';
import {
  CHARGE_COLUMNS,
  type ChargeRow,
  payerOf,
  REFUND_COLUMNS,
  type RefundRow,
  toCharge,
  toRefund,
} from './rows.ts';

/** Names sort as events of one time were published: payments, then refunds, then ends. */
const PAGE = `
  select * from (
    select date_trunc('milliseconds', found_at) as at, 'payment ' || end_to_end_id as name,
           charge_id, end_to_end_id, null::uuid as refund_id, null as ended
      from payment where found_at >= $1 and found_at < $2
    union all
    select date_trunc('milliseconds', changed_at), 'refund ' || id, charge_id, null, id, null
      from refund where status <> 'PROCESSING' and changed_at >= $1 and changed_at < $2
    union all
    select date_trunc('milliseconds', changed_at), 'return ' || id, charge_id, end_to_end_id, id, null
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
  select end_to_end_id, txid, paid_cents, paid_at, completes, exception, exception_cents, found_at,
         payer_name, payer_document
    from payment where end_to_end_id = any($1::text[])`;

/** With what had been refunded before it, as it was published. */
const REFUNDS = `
  select ${REFUND_COLUMNS}, changed_at,
         (select coalesce(sum(value_cents), 0)::bigint from refund as earlier
           where earlier.charge_id = refund.charge_id and earlier.status = 'SETTLED'
             and (earlier.changed_at, earlier.id) < (refund.changed_at, refund.id))
         + (select coalesce(sum(charge_cents), 0)::bigint from payment_return as earlier
             where earlier.charge_id = refund.charge_id and earlier.status = 'SETTLED'
               and earlier.changed_at < refund.changed_at) as refunded_before
    from refund where id = any($1::uuid[])`;

/** With what had been refunded with it, as it was published. */
const RETURNS = `
  select payment_return.*, payment.txid, payment.completes,
         (select coalesce(sum(value_cents), 0)::bigint from refund as earlier
           where earlier.charge_id = payment_return.charge_id and earlier.status = 'SETTLED'
             and earlier.changed_at < payment_return.changed_at)
         + (select coalesce(sum(charge_cents), 0)::bigint from payment_return as earlier
             where earlier.charge_id = payment_return.charge_id and earlier.status = 'SETTLED'
               and (earlier.changed_at, earlier.id) <= (payment_return.changed_at, payment_return.id))
         as refunded_with
    from payment_return
    join payment using (end_to_end_id)
   where payment_return.id = any($1::uuid[])`;

type Happened = {
  readonly at: Date;
  readonly name: string;
  readonly charge_id: string | null;
  readonly end_to_end_id: string | null;
  readonly refund_id: string | null;
  readonly ended: ChargeStatus | null;
};

type PaymentRow = {
  readonly end_to_end_id: string;
  readonly txid: string | null;
  readonly paid_cents: number;
  readonly paid_at: Date;
  readonly completes: boolean;
  readonly exception: ExceptionKind | null;
  readonly exception_cents: number | null;
  readonly found_at: Date;
  readonly payer_name: string | null;
  readonly payer_document: string | null;
};

type EndedRefundRow = RefundRow & { readonly changed_at: Date; readonly refunded_before: number };

type ReturnRow = Pick<PaymentRow, 'end_to_end_id' | 'txid' | 'completes'> & {
  readonly id: string;
  readonly charge_id: string | null;
  readonly bank_id: string;
  readonly value_cents: number;
  readonly natureza: string;
  readonly requested_at: Date;
  readonly settled_at: Date;
  readonly changed_at: Date;
  readonly refunded_with: number;
};

type Known = {
  readonly returns: ReadonlyMap<string, ReturnRow>;
  readonly charges: ReadonlyMap<string, Charge>;
  readonly payments: ReadonlyMap<string, PaymentRow>;
  readonly refunds: ReadonlyMap<string, EndedRefundRow>;
};

const BEFORE_ALL = { at: new Date(0), name: '' };

export function republisher(pool: Pool): History['republish'] {
  return async ({ from, to, after, limit }) => {
    const { at, name } = after ?? BEFORE_ALL;
    const { rows } = await pool.query<Happened>(PAGE, [from, to, at, name, limit]);
    const last = rows.at(-1);
    if (!last) return null;
    const known = await look(pool, rows);
    const events = rows.flatMap((row) => eventsOf(row, known));
    await transact(pool, (tx) => republish(tx, events));
    return { events: events.length, last: { at: last.at, name: last.name } };
  };
}

async function look(pool: Pool, rows: readonly Happened[]): Promise<Known> {
  const some = (pick: (row: Happened) => string | null) => rows.flatMap((row) => pick(row) ?? []);
  const charges = await pool.query<ChargeRow>(CHARGES, [some((row) => row.charge_id)]);
  const payments = await pool.query<PaymentRow>(PAYMENTS, [some((row) => row.end_to_end_id)]);
  const refunds = await pool.query<EndedRefundRow>(REFUNDS, [some((row) => row.refund_id)]);
  const returns = await pool.query<ReturnRow>(RETURNS, [some((row) => row.refund_id)]);
  return {
    returns: new Map(returns.rows.map((row) => [row.id, row])),
    charges: new Map(charges.rows.map((row) => [row.id, toCharge(row)])),
    payments: new Map(payments.rows.map((row) => [row.end_to_end_id, row])),
    refunds: new Map(refunds.rows.map((row) => [row.id, row])),
  };
}

function eventsOf(
  happened: Happened,
  { charges, payments, refunds, returns }: Known,
): OutboxEvent[] {
  const charge = charges.get(happened.charge_id ?? '') ?? null;
  const returned = returns.get(happened.refund_id ?? '');
  if (returned) return [eventOfReturn(returned, charge)];
  const payment = payments.get(happened.end_to_end_id ?? '');
  if (payment) return paymentEvents(payment, charge);
  const refund = refunds.get(happened.refund_id ?? '');
  if (!charge) return [];
  if (refund) return [eventOfRefund(refund, charge)];
  return happened.ended ? endEvents({ ...charge, status: happened.ended }, happened.at) : [];
}

function paymentEvents(row: PaymentRow, charge: Charge | null): OutboxEvent[] {
  const payment: Payment = {
    endToEndId: row.end_to_end_id,
    paidCents: row.paid_cents,
    paidAt: row.paid_at,
    payer: payerOf(row),
  };
  const completed = row.completes && charge ? [completedEvent(charge, payment, row.found_at)] : [];
  if (!row.exception || row.exception_cents === null) return completed;
  const exception = { kind: row.exception, amountCents: row.exception_cents };
  const reported = { ...payment, txid: row.txid };
  return [...completed, exceptionEvent(exception, reported, row.found_at, charge)];
}

function eventOfReturn(row: ReturnRow, charge: Charge | null): OutboxEvent {
  return returnEvent({
    id: row.id,
    payment: {
      endToEndId: row.end_to_end_id,
      txid: row.txid,
      chargeId: row.charge_id,
      completes: row.completes,
      surplusCents: 0,
    },
    charge: charge && { ...charge, refundedCents: Math.min(charge.value, row.refunded_with) },
    returned: {
      bankId: row.bank_id,
      valueCents: row.value_cents,
      status: 'SETTLED',
      natureza: row.natureza,
      requestedAt: row.requested_at,
      settledAt: row.settled_at,
    },
    settledAt: row.settled_at,
    at: row.changed_at,
  });
}

function eventOfRefund(row: EndedRefundRow, charge: Charge): OutboxEvent {
  const refund = toRefund(row);
  const before = { ...charge, refundedCents: row.refunded_before };
  return refundEvent(before, refund, {
    status: row.status === 'FAILED' ? 'FAILED' : 'SETTLED',
    at: row.settled_at ?? row.changed_at,
    recordedAt: row.changed_at,
    failure: refund.failure,
    isRefusal: false,
  });
}
