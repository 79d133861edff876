import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { BookedReturn, PaymentAtBank } from '../domain/audit-returns.ts';
import { MovementKind } from '../domain/posting.ts';
import { afterFailure, refundIdAtBank } from '../domain/refund.ts';
import { suspenseReturnIds } from '../domain/suspense.ts';
import { returnIn } from '../events/decode.ts';
import type { BookedReturns } from '../ports/audited-books.ts';
import { idOf } from './id-of.ts';

const COLUMNS = `t.id, t.kind, t.reference, t.created_at, t.event,
         (select sum(e.amount_cents)::bigint from entry e
           where e.transaction_id = t.id and e.account = 'settlement') as value_cents`;

const BETWEEN = {
  name: 'audit-returned',
  text: `
  select ${COLUMNS},
         case t.kind
           when 'BANK_RETURN' then t.end_to_end_id
           when 'SUSPENSE_REFUND' then
             (select s.end_to_end_id from suspended_payment s where s.exception_id = t.reference)
           else (select d.end_to_end_id from ledger_transaction d
                  where d.charge_id = t.charge_id and d.kind = 'DEPOSIT' limit 1)
         end as end_to_end_id
    from ledger_transaction t
   where t.created_at >= $1 and t.created_at < $2
     and t.kind in ('BANK_RETURN', 'SUSPENSE_REFUND', 'REFUND_SETTLE')
     and (t.created_at, t.id) > ($3, $4)
   order by t.created_at, t.id
   limit $5`,
};

const EXCEPTIONS = {
  name: 'audit-exceptions',
  text: `
  select s.exception_id from unnest($1::text[]) as wanted (end_to_end_id), lateral (
    select exception_id from suspended_payment s where s.end_to_end_id = wanted.end_to_end_id limit 1
  ) as s`,
};

/** Each is a look into an index; the limits keep it so whatever the statistics say. */
const OF_PAYMENTS = {
  name: 'audit-returns',
  text: `
  select ${COLUMNS}, t.end_to_end_id
    from unnest($1::uuid[]) as wanted (id), lateral (
      select * from ledger_transaction t
       where t.id = wanted.id and t.kind in ('SUSPENSE_REFUND', 'REFUND_SETTLE') limit 1
    ) as t
  union all
  select ${COLUMNS}, t.end_to_end_id
    from unnest($2::text[]) as wanted (end_to_end_id), lateral (
      select * from ledger_transaction t
       where t.end_to_end_id = wanted.end_to_end_id and t.kind in ('BANK_RETURN', 'RETURN_CORRECTION')
       limit 1000
    ) as t
   where t.kind = 'BANK_RETURN'`,
};

const NIL = '00000000-0000-0000-0000-000000000000';

type Row = {
  id: string;
  kind: MovementKind;
  reference: string;
  created_at: Date;
  event: Buffer | null;
  value_cents: number | null;
  end_to_end_id: string | null;
};

export function bookedReturnStore(db: Pool): BookedReturns {
  return {
    returnedBetween: ({ from, to, after, limit }) =>
      transactAs(db, EVERY_ACCOUNT, async (tx) => {
        const values = [from, to, after?.at ?? from, after?.id ?? NIL, limit];
        return (await tx.query<Row>({ ...BETWEEN, values })).rows.map(toReturn);
      }),
    returnsOf: (payments) =>
      transactAs(db, EVERY_ACCOUNT, async (tx) => {
        const endToEndIds = payments.map(({ endToEndId }) => endToEndId);
        type Exception = { exception_id: string };
        const found = await tx.query<Exception>({ ...EXCEPTIONS, values: [endToEndIds] });
        const resolutions = found.rows.map((row) => idOf('resolution', row.exception_id));
        const values = [[...resolutions, ...refundEndsOf(payments)], endToEndIds];
        return (await tx.query<Row>({ ...OF_PAYMENTS, values })).rows.map(toReturn);
      }),
  };
}

/** The transactions that would have ended refunds of ours under these ids of the bank. */
function refundEndsOf(payments: readonly PaymentAtBank[]): string[] {
  const bankIds = payments.flatMap(({ returns }) => returns.map(({ id }) => id.toLowerCase()));
  return bankIds.flatMap((bankId) => {
    const refundId = refundIdAtBank(bankId);
    if (refundId === null) return [];
    return [idOf('refund-end', refundId), idOf('refund-end', afterFailure(refundId))];
  });
}

function toReturn(row: Row): BookedReturn {
  return {
    id: row.id,
    at: row.created_at,
    kind: row.kind,
    reference: row.reference,
    endToEndId: row.end_to_end_id,
    valueCents: row.value_cents ?? 0,
    bankIds: bankIdsOf(row),
  };
}

function bankIdsOf({ kind, reference, event }: Row): readonly string[] {
  if (kind === MovementKind.SuspenseRefund) return suspenseReturnIds(reference, idOf);
  if (kind === MovementKind.RefundSettle) return [reference.replaceAll('-', '')];
  const message = event && returnIn(event);
  return message ? [message.bankReturnId] : [];
}
