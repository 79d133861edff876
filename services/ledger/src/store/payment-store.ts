import { textArray } from '@entrada/platform/db/array-parameter';
import type { ClientBase } from 'pg';
import {
  type BookingKind,
  type InSuspense,
  NOT_ON_BOOKS,
  type PaymentBooking,
  type PaymentOnBooks,
} from '../domain/payment-bookings.ts';

/**
 * As what each payment is on the books, and what was returned of it. Driven by the payments of the
 * batch, each a look into three indexes; the limits keep it so whatever the statistics say.
 */
const ON_BOOKS = {
  name: 'find-payments',
  text: `
  select wanted.end_to_end_id, found.*
    from unnest($1::text[]) as wanted (end_to_end_id), lateral (
      (select 'DEPOSIT' as kind, t.holder_id, t.charge_id, null::bigint as returned_cents
         from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'DEPOSIT' limit 1)
      union all
      (select coalesce(t.exception_kind, (select s.kind from suspended_payment s where s.exception_id = t.reference)),
              t.holder_id, t.charge_id, null
         from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'SUSPENSE' limit 1)
      union all
      (select null, e.holder_id, null, -sum(e.amount_cents)::bigint
         from (select id from ledger_transaction t
                where t.end_to_end_id = wanted.end_to_end_id
                  and t.kind in ('BANK_RETURN', 'RETURN_CORRECTION') limit 1000) as t
         join entry e on e.transaction_id = t.id and e.account = 'available'
        group by e.holder_id)
    ) as found`,
};

const IN_SUSPENSE = {
  name: 'find-payments-in-suspense',
  text: `
  select s.end_to_end_id, s.exception_id, s.holder_id, s.credited_to,
         case when s.resolution is null then s.amount_cents - s.returned_cents else 0 end as left_cents,
         case when s.resolution in ('REFUNDING', 'REFUNDED') then s.refusals end as return_number,
         array(select t.reference from ledger_transaction t
                where t.end_to_end_id = s.end_to_end_id
                  and t.kind in ('BANK_RETURN', 'RETURN_CORRECTION') limit 1000) as return_ids
    from unnest($1::text[]) as wanted (end_to_end_id), lateral (
      select * from suspended_payment s where s.end_to_end_id = wanted.end_to_end_id limit 1
    ) as s`,
};

const DEPOSITS = `hashtextextended('deposits', 0)`;
const LOCK_DEPOSITS = {
  shared: { name: 'share-deposits', text: `select pg_advisory_xact_lock_shared(${DEPOSITS})` },
  exclusive: { name: 'lock-deposits', text: `select pg_advisory_xact_lock(${DEPOSITS})` },
};

const LOCK_SUSPENDED = {
  name: 'lock-suspended-payments',
  text: `
  select holder_id, credited_to from suspended_payment
   where end_to_end_id = any($1::text[])
   order by exception_id
     for update`,
};

type Row = {
  end_to_end_id: string;
  /** Null: it is about returns. */
  kind: BookingKind | null;
  holder_id: string;
  charge_id: string | null;
  returned_cents: number | null;
};
type SuspenseRow = {
  end_to_end_id: string;
  exception_id: string;
  holder_id: string;
  credited_to: string | null;
  left_cents: number;
  return_number: number | null;
  return_ids: string[];
};

export async function findPayments(
  tx: ClientBase,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOnBooks>> {
  if (endToEndIds.length === 0) return new Map();
  const { rows } = await tx.query<Row>({ ...ON_BOOKS, values: [textArray(endToEndIds)] });
  if (rows.length === 0) return new Map();
  const found = Map.groupBy(rows, (row) => row.end_to_end_id);
  const suspended = await findSuspended(tx, [...found.keys()]);
  return new Map(
    [...found].map(([endToEndId, own]) => [
      endToEndId,
      { ...toPayment(own), suspended: suspended.get(endToEndId) ?? null },
    ]),
  );
}

async function findSuspended(tx: ClientBase, endToEndIds: readonly string[]) {
  const { rows } = await tx.query<SuspenseRow>({ ...IN_SUSPENSE, values: [endToEndIds] });
  return new Map(
    rows.map((row): [string, InSuspense] => [
      row.end_to_end_id,
      {
        exceptionId: row.exception_id,
        holderId: row.holder_id,
        leftCents: row.left_cents,
        creditedTo: row.credited_to,
        returnNumber: row.return_number,
        returnIds: row.return_ids,
      },
    ]),
  );
}

function toPayment(rows: readonly Row[]): PaymentOnBooks {
  const returnedBy = new Map<string, number>();
  const bookings: PaymentBooking[] = [];
  for (const { kind, holder_id: holderId, charge_id: chargeId, returned_cents: cents } of rows) {
    if (kind !== null) bookings.push({ kind, holderId, chargeId });
    else if (cents) returnedBy.set(holderId, cents);
  }
  return { ...NOT_ON_BOOKS, bookings, returnedBy };
}

export async function lockDeposits(tx: ClientBase, mode: 'shared' | 'exclusive'): Promise<void> {
  await tx.query(LOCK_DEPOSITS[mode]);
}

/** Whose they are, and who was credited with them. */
export async function lockSuspendedOf(
  tx: ClientBase,
  endToEndIds: readonly string[],
): Promise<readonly string[]> {
  type Locked = { holder_id: string; credited_to: string | null };
  const { rows } = await tx.query<Locked>({ ...LOCK_SUSPENDED, values: [endToEndIds] });
  return rows.flatMap(({ holder_id, credited_to }) =>
    credited_to === null ? [holder_id] : [holder_id, credited_to],
  );
}
