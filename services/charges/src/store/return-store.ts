import { eventIdOf } from '@entrada/platform/events/event-id';
import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import type {
  FoundReturn,
  KnownReturn,
  NewReturn,
  ReturnedPayment,
  ReturnStatus,
} from '../domain/bank-return.ts';
import type { Charge } from '../domain/charge.ts';
import { returnEvent } from '../events/encode.ts';
import type { Db } from './rows.ts';

const FIND_PAYMENT = {
  name: 'find-returned-payment',
  text: `
  select end_to_end_id, txid, charge_id, completes, coalesce(exception_cents, 0) as exception_cents
    from payment where end_to_end_id = $1`,
};

/** Refunds have their id at the bank without dashes. */
const KNOWN = {
  name: 'known-returns',
  text: `
  select end_to_end_id, replace(id::text, '-', '') as bank_id, 'REFUND' as kind, status, 0::bigint as surplus_cents
    from refund where end_to_end_id = any($1::text[])
  union all
  select end_to_end_id, bank_id, 'REQUESTED', null, 0
    from requested_return where end_to_end_id = any($1::text[])
  union all
  select end_to_end_id, bank_id, 'BANK', status,
         case status when 'SETTLED' then value_cents - charge_cents else 0 end
    from payment_return where end_to_end_id = any($1::text[])`,
};

const REQUEST = {
  name: 'request-return',
  text: `
  insert into requested_return (end_to_end_id, bank_id) values ($1, $2)
      on conflict do nothing`,
};

const INSERT = {
  name: 'insert-payment-return',
  text: `
  insert into payment_return (id, end_to_end_id, bank_id, charge_id, account_id, value_cents, charge_cents, natureza,
                              status, after_failure, requested_at, settled_at, found_at, found_by, changed_at, check_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13, $13)`,
};

const END = {
  name: 'end-payment-return',
  text: `
  update payment_return set status = $2, settled_at = $3, charge_cents = $4, changed_at = $5
   where id = $1 and status <> 'SETTLED'`,
};

const CHANGE_CHARGE = {
  name: 'change-returned-charge',
  text: 'update charge set refunded_cents = $2, changed_at = $3 where id = $1',
};

const CLAIM_DUE = {
  name: 'claim-due-returns',
  text: `
  update payment_return
     set check_at = $1::timestamptz
                    + least(interval '10 minutes', greatest(interval '15 seconds', ($1::timestamptz - found_at) / 10))
   where id = any (array(
           select id from payment_return
            where status = 'PROCESSING' and check_at <= $1
            order by check_at
            limit $2
              for update skip locked))
  returning end_to_end_id`,
};

type KnownRow = {
  end_to_end_id: string;
  bank_id: string;
  kind: KnownReturn['kind'];
  status: ReturnStatus | null;
  surplus_cents: number;
};

type PaymentRow = {
  end_to_end_id: string;
  txid: string | null;
  charge_id: string | null;
  completes: boolean;
  exception_cents: number;
};

export async function findReturned(tx: ClientBase, endToEndId: string) {
  const { rows } = await tx.query<PaymentRow>({ ...FIND_PAYMENT, values: [endToEndId] });
  return rows[0] ? toPayment(rows[0]) : null;
}

export async function returnsOf(db: Db, endToEndIds: readonly string[]): Promise<KnownReturn[]> {
  const { rows } = await db.query<KnownRow>({ ...KNOWN, values: [endToEndIds] });
  return rows.map((row) => ({
    endToEndId: row.end_to_end_id,
    bankId: row.bank_id,
    kind: row.kind,
    status: row.status,
    surplusCents: row.surplus_cents,
  }));
}

/** Stored before the bank is asked, so that the return is never taken for the bank's own. */
export async function requestReturn(db: Pool, endToEndId: string, bankId: string): Promise<void> {
  await db.query({ ...REQUEST, values: [endToEndId, bankId] });
}

export async function claimDueReturns(db: Pool, now: Date, limit: number): Promise<string[]> {
  type Row = { end_to_end_id: string };
  const { rows } = await db.query<Row>({ ...CLAIM_DUE, values: [now, limit] });
  return [...new Set(rows.map((row) => row.end_to_end_id))];
}

/** Stores a return or its end, and publishes it once it has settled; gives the charge as it is then. */
export async function recordReturn(
  tx: ClientBase,
  found: FoundReturn<Charge>,
  one: NewReturn,
): Promise<Charge | null> {
  const { payment, charge, chargeCents, at } = found;
  const id = eventIdOf('payment-return', `${payment.endToEndId} ${one.bankId}`);
  const settledAt = one.status === 'SETTLED' ? (one.settledAt ?? at) : null;
  if (one.isNew) await insert(tx, found, one, { id, settledAt });
  else {
    const { rowCount } = await tx.query({
      ...END,
      values: [id, one.status, settledAt, chargeCents, at],
    });
    if (rowCount !== 1) return charge;
  }
  if (settledAt === null) return charge;
  const after = charge && { ...charge, refundedCents: refundedAfter(charge, chargeCents) };
  if (after) await tx.query({ ...CHANGE_CHARGE, values: [after.id, after.refundedCents, at] });
  const event = returnEvent({ id, payment, charge: after, returned: one, settledAt, at });
  await appendToOutbox(tx, [event]);
  return after;
}

async function insert(
  tx: ClientBase,
  { payment, charge, chargeCents, source, at }: FoundReturn<Charge>,
  one: NewReturn,
  { id, settledAt }: { id: string; settledAt: Date | null },
): Promise<void> {
  const names = [id, payment.endToEndId, one.bankId, charge?.id ?? null, charge?.accountId ?? null];
  const what = [one.valueCents, chargeCents, one.natureza, one.status, one.afterFailure];
  const when = [one.requestedAt ?? at, settledAt, at, source];
  await tx.query({ ...INSERT, values: [...names, ...what, ...when] });
}

/** Never above the value, also where a refund of a client settled beside it. */
function refundedAfter(charge: Charge, chargeCents: number): number {
  return Math.min(charge.value, charge.refundedCents + chargeCents);
}

function toPayment(row: PaymentRow): ReturnedPayment {
  return {
    endToEndId: row.end_to_end_id,
    txid: row.txid,
    chargeId: row.charge_id,
    completes: row.completes,
    surplusCents: row.completes ? row.exception_cents : 0,
  };
}
