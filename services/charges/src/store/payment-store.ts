import { transact } from '@entrada/platform/db/transaction';
import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { Requester } from '@entrada/platform/identity/requester';
import { alsoForRequest } from '@entrada/platform/telemetry/request-ids';
import { continueTrace } from '@entrada/platform/telemetry/spans';
import type { ClientBase, Pool } from 'pg';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import {
  type Charge,
  ChargeStatus,
  type Payment,
  type ReportedPayment,
  type Source,
} from '../domain/charge.ts';
import { type Allocation, ExceptionKind, type Settlement } from '../domain/settle.ts';
import type { SetAside } from '../domain/unclear.ts';
import { exceptionEvent, settlementEvents } from '../events/encode.ts';
import { type Db, traceId } from './rows.ts';
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
async function insertPayment(tx: ClientBase, found: Found): Promise<boolean> {
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

export function paymentStore(db: Pool) {
  return {
    /** Those of the ids that are stored. */
    async stored(endToEndIds: readonly string[]) {
      if (endToEndIds.length === 0) return [];
      const { rows } = await db.query<StoredRow>({ ...STORED, values: [endToEndIds] });
      return rows.map((row) => ({ endToEndId: row.end_to_end_id, chargeId: row.charge_id }));
    },
    /** Returns that could not be read. */
    setAside: (unread: readonly SetAside[], at: Date) => setAside(db, unread, at),
    /** Those that nobody has stored yet. */
    filterNew: <P extends Named>(payments: readonly P[]): Promise<readonly P[]> =>
      filterNew(db, payments),
    /** Stores and publishes a payment that belongs to no charge, once. */
    suspend: (payment: ReportedPayment, at: Date, source: Source) =>
      transact(db, (tx) => suspend(tx, payment, at, source)),
    /** What of a payment completed no charge; null where nobody has stored it. */
    async exceptionalCents(endToEndId: string): Promise<number | null> {
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

/** Moves a charge only from the status that it was read with; returns the request and the trace that created it. */
const MOVE = {
  name: 'move-charge',
  text: `
  update charge
     set status = $3, paid_cents = $4, paid_at = $5, end_to_end_id = $6, confirmed_at = $7,
         paid_late = $8, changed_at = $9, changed_by = $10, changed_trace = $11,
         payer_name = $12, payer_document = $13, canceled_by = $14, received_cents = $15
   where id = $1
     and status = $2
  returning requested_by ->> 'requestId' as request_id, created_traceparent`,
};

/** A payment that does not change the status is still a change of the charge. */
const TOUCH = {
  name: 'touch-charge',
  text: 'update charge set changed_at = $2, received_cents = $3 where id = $1',
};

type Created = { request_id: string | null; created_traceparent: string | null };
const NOT_MOVED: Created = { request_id: null, created_traceparent: null };

export async function recordSettlement(
  tx: ClientBase,
  settlement: Settlement,
  source: Source,
  requester: Requester,
): Promise<void> {
  const { before, charge, allocations, at } = settlement;
  for (const allocation of allocations) {
    const stored = await insertPayment(tx, { charge, allocation, at, source });
    // One payment cannot belong to two charges: the second report of the bank is rejected.
    if (!stored) {
      const problem = `payment ${allocation.payment.endToEndId} is already stored`;
      throw bankUnavailable('BAD_UPSTREAM', new Error(problem));
    }
  }
  const isMoved = before.status !== charge.status;
  const created = isMoved ? await move(tx, settlement, { source, requester }) : NOT_MOVED;
  if (!isMoved && allocations.length > 0) {
    await tx.query({ ...TOUCH, values: [charge.id, at, charge.receivedCents] });
  }
  // Also under the request that created the charge, and in its trace: that is the id that support is given.
  await alsoForRequest(created.request_id, () =>
    continueTrace('settle charge', created.created_traceparent, () =>
      appendToOutbox(tx, settlementEvents(settlement)),
    ),
  );
}

async function move(
  tx: ClientBase,
  { before, charge, allocations, at }: Settlement,
  { source, requester }: { source: Source; requester: Requester },
): Promise<Created> {
  const paid = allocations.find(({ completes }) => completes);
  const values = [
    charge.id,
    before.status,
    charge.status,
    ...paymentColumns(charge, paid, at),
    charge.paidLate,
    at,
    source,
    traceId(),
    charge.payer?.name ?? null,
    charge.payer?.document ?? null,
    charge.status === ChargeStatus.Canceled ? requester : null,
    charge.receivedCents,
  ];
  const { rows } = await tx.query<Created>({ ...MOVE, values });
  const [moved] = rows;
  if (!moved) throw new Error(`charge ${charge.id} is not ${before.status}`);
  return moved;
}

function paymentColumns(charge: Charge, paid: Allocation | undefined, at: Date): unknown[] {
  if (charge.status !== ChargeStatus.Completed || !paid) return [null, null, null, null];
  const { paidCents, paidAt, endToEndId } = paid.payment;
  return [paidCents, paidAt, endToEndId, at];
}
