import { textArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase } from 'pg';
import type { InSuspense, PaymentBooking, PaymentOnBooks } from '../domain/payment-bookings.ts';

/**
 * How each payment is booked. Reads two indexes for each payment of the batch; the limits keep it so whatever the
 * statistics say.
 */
const ON_BOOKS = `
  select wanted.end_to_end_id, found.*
    from unnest($1::text[]) as wanted (end_to_end_id), lateral (
      (select 'DEPOSIT' as kind, t.holder_id as "holderId", t.charge_id as "chargeId"
         from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'DEPOSIT' limit 1)
      union all
      (select t.exception_kind, t.holder_id, t.charge_id
         from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'SUSPENSE' limit 1)
    ) as found`;

const IN_SUSPENSE = `
  select s.end_to_end_id, s.exception_id as "exceptionId", s.holder_id as "holderId", s.credited_to as "creditedTo",
         case when s.resolution is null or s.resolution = 'REFUNDING' then s.amount_cents - s.returned_cents else 0 end
           as "leftCents",
         case when s.resolution = 'REFUNDING' then s.return_id end as "returnId", s.failure is not null as "hasFailed"
    from unnest($1::text[]) as wanted (end_to_end_id), lateral (
      select * from suspended_payment s where s.end_to_end_id = wanted.end_to_end_id limit 1
    ) as s`;

const LOCK_SUSPENDED = `
  select holder_id, credited_to from suspended_payment
   where end_to_end_id = any($1::text[])
   order by exception_id
     for update`;

type Of<T> = T & { readonly end_to_end_id: string };

/** By end-to-end id. */
export async function findPayments(
  tx: ClientBase,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOnBooks>> {
  if (endToEndIds.length === 0) return new Map();
  const values = [textArray(endToEndIds)];
  const { rows } = await tx.query<Of<PaymentBooking>>(prepared(ON_BOOKS, values));
  if (rows.length === 0) return new Map();
  const found = Map.groupBy(rows, (row) => row.end_to_end_id);
  const suspended = await findSuspended(tx, [...found.keys()]);
  return new Map(
    [...found].map(([endToEndId, own]) => [
      endToEndId,
      {
        bookings: own.map(({ end_to_end_id: _, ...booking }) => booking),
        suspended: suspended.get(endToEndId) ?? null,
      },
    ]),
  );
}

async function findSuspended(tx: ClientBase, endToEndIds: readonly string[]) {
  const { rows } = await tx.query<Of<InSuspense>>(prepared(IN_SUSPENSE, [endToEndIds]));
  return new Map(rows.map(({ end_to_end_id, ...suspended }) => [end_to_end_id, suspended]));
}

/** Nobody else decides about these payments before this transaction ends. Returns whose they are, and who was credited. */
export async function lockSuspendedOf(
  tx: ClientBase,
  endToEndIds: readonly string[],
): Promise<readonly string[]> {
  type LockRow = { holder_id: string; credited_to: string | null };
  const { rows } = await tx.query<LockRow>(prepared(LOCK_SUSPENDED, [endToEndIds]));
  return rows.flatMap(({ holder_id, credited_to }) =>
    credited_to === null ? [holder_id] : [holder_id, credited_to],
  );
}
