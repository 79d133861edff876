import { transact } from '@entrada/platform/db/transaction';
import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import type { Charge, Payment } from '../domain/charge.ts';
import { type Allocation, ExceptionKind } from '../domain/settle.ts';
import type { Source } from '../domain/source.ts';
import { exceptionEvent } from '../events/encode.ts';
import type { Payments, ReportedPayment } from '../ports.ts';
import { claimDueReturns, requestReturn, returnsOf } from './return-store.ts';
import type { Db } from './rows.ts';
import { setAside } from './unclear-store.ts';

/** A payment is stored once, whatever reports it and for whichever charge; then it is no longer unclear. */
const INSERT = {
  name: 'insert-payment',
  text: `
  with resolved as (
    update unclear_payment set resolved_at = $9 where id = $1 and resolved_at is null
  )
  insert into payment (end_to_end_id, charge_id, txid, paid_cents, paid_at, completes, exception,
                       exception_cents, found_at, found_by, payer_name, payer_document)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (end_to_end_id) do nothing`,
};

const KNOWN = {
  name: 'known-payments',
  text: 'select end_to_end_id from payment where end_to_end_id = any($1::text[])',
};

const EXCEPTIONAL = {
  name: 'exceptional-cents',
  text: 'select coalesce(exception_cents, 0) as cents from payment where end_to_end_id = $1',
};

const STORED = {
  name: 'stored-payments',
  text: 'select end_to_end_id, charge_id from payment where end_to_end_id = any($1::text[])',
};

type StoredRow = { end_to_end_id: string; charge_id: string | null };

type Found = {
  readonly charge: Charge;
  readonly allocation: Allocation;
  readonly at: Date;
  readonly source: Source;
};

/** False when somebody has stored this payment already. */
export async function insertPayment(tx: ClientBase, found: Found): Promise<boolean> {
  const { charge, allocation, at, source } = found;
  const { payment, completes, exception } = allocation;
  const about = [payment.endToEndId, charge.id, charge.txid, payment.paidCents, payment.paidAt];
  const verdict = [completes, exception?.kind ?? null, exception?.amountCents ?? null];
  const values = [...about, ...verdict, at, source, ...payerValues(payment)];
  const { rowCount } = await tx.query({ ...INSERT, values });
  return rowCount === 1;
}

function payerValues({ payer }: Payment): (string | null)[] {
  return [payer?.name ?? null, payer?.document ?? null];
}

type Named = Pick<Payment, 'endToEndId'>;

export async function filterNew<P extends Named>(db: Db, payments: readonly P[]): Promise<P[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ endToEndId }) => endToEndId);
  const { rows } = await db.query<{ end_to_end_id: string }>({ ...KNOWN, values: [ids] });
  const known = new Set(rows.map((row) => row.end_to_end_id));
  return payments.filter(({ endToEndId }) => !known.has(endToEndId));
}

export function paymentStore(db: Pool): Payments {
  return {
    async stored(endToEndIds) {
      const { rows } = await db.query<StoredRow>({ ...STORED, values: [endToEndIds] });
      return rows.map((row) => ({ endToEndId: row.end_to_end_id, chargeId: row.charge_id }));
    },
    returnsOf: (endToEndIds) => returnsOf(db, endToEndIds),
    requestReturn: (endToEndId, bankId) => requestReturn(db, endToEndId, bankId),
    claimDueReturns: (now, limit) => claimDueReturns(db, now, limit),
    setAside: (unread, at) => setAside(db, unread, at),
    filterNew: (payments) => filterNew(db, payments),
    suspend: (payment, at, source) => transact(db, (tx) => suspend(tx, payment, at, source)),
    async exceptionalCents(endToEndId) {
      const { rows } = await db.query<{ cents: number }>({ ...EXCEPTIONAL, values: [endToEndId] });
      return rows[0]?.cents ?? null;
    },
  };
}

async function suspend(
  tx: ClientBase,
  payment: ReportedPayment,
  at: Date,
  source: Source,
): Promise<boolean> {
  const { endToEndId, txid, paidCents, paidAt } = payment;
  const exception = { kind: ExceptionKind.UnknownTxid, amountCents: paidCents };
  const about = [endToEndId, null, txid, paidCents, paidAt];
  const verdict = [false, exception.kind, exception.amountCents];
  const values = [...about, ...verdict, at, source, ...payerValues(payment)];
  const { rowCount } = await tx.query({ ...INSERT, values });
  if (rowCount !== 1) return false;
  await appendToOutbox(tx, [exceptionEvent(exception, payment, at, null)]);
  return true;
}
