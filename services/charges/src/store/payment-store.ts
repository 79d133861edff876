import type { EventEmitter } from 'node:events';
import { prepared } from '@entrada/platform/db/prepared';
import { isUniqueViolation, transact } from '@entrada/platform/db/transaction';
import {
  appendSql,
  appendToOutbox,
  appendValues,
  OUTBOX_WRITTEN,
} from '@entrada/platform/events/outbox';
import type { Requester } from '@entrada/platform/identity/requester';
import { alsoForRequest } from '@entrada/platform/telemetry/request-ids';
import { continueTrace } from '@entrada/platform/telemetry/spans';
import type { ClientBase, Pool } from 'pg';
import {
  type Charge,
  ChargeStatus,
  type Payment,
  type ReportedPayment,
  type Source,
} from '../domain/charge.ts';
import { type Allocation, ExceptionKind, type Settlement } from '../domain/settle.ts';
import { exceptionEvent, settlementEvents } from '../events/encode.ts';
import { findCharge } from './charge-store.ts';
import { chargeHint, type NoteChanges, traceId } from './rows.ts';

/** A payment is stored once, whatever reports it; then it is no longer unclear. */
const SUSPEND = `
  with resolved as (
    update unclear_payment set resolved_at = $7 where id = $1 and resolved_at is null
  )
  insert into payment (end_to_end_id, txid, paid_cents, paid_at, completes, exception,
                       exception_cents, found_at, found_by, payer_name, payer_document)
  values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9, $10)
      on conflict (end_to_end_id) do nothing`;

const EXCEPTIONAL =
  'select coalesce(exception_cents, 0) as cents from payment where end_to_end_id = $1';

const STORED = 'select end_to_end_id, charge_id from payment where end_to_end_id = any($1::text[])';

type StoredRow = { end_to_end_id: string; charge_id: string | null };

type PaymentName = Pick<Payment, 'endToEndId'>;

export function paymentStore(db: Pool, note: NoteChanges) {
  /** Those of the ids that are stored. */
  async function stored(endToEndIds: readonly string[]) {
    if (endToEndIds.length === 0) return [];
    const { rows } = await db.query<StoredRow>(prepared(STORED, [endToEndIds]));
    return rows.map((row) => ({ endToEndId: row.end_to_end_id, chargeId: row.charge_id }));
  }

  return {
    stored,
    /** Those that nobody has stored yet. */
    async filterNew<P extends PaymentName>(payments: readonly P[]): Promise<readonly P[]> {
      const known = await stored(payments.map(({ endToEndId }) => endToEndId));
      const ids = new Set(known.map(({ endToEndId }) => endToEndId));
      return payments.filter(({ endToEndId }) => !ids.has(endToEndId));
    },
    /** Stores and publishes a payment that belongs to no charge, once. */
    suspend: (payment: ReportedPayment, at: Date, source: Source) =>
      transact(db, (tx) => suspend(tx, payment, at, source)),
    /**
     * Status, payments and events commit together, if the charge is as `decide` was given it. Otherwise it is read again.
     * Payments must be new each time.
     */
    async settle(charge: Charge, decide: Decide, source: Source, requester: Requester) {
      const settlement = await settle(db, charge, decide, { source, requester });
      if (settlement.charge !== settlement.before) note([chargeHint(settlement.charge)]);
      return settlement;
    },
    /** What of a payment completed no charge; null where nobody has stored it. */
    async exceptionalCents(endToEndId: string): Promise<number | null> {
      const { rows } = await db.query<{ cents: number }>(prepared(EXCEPTIONAL, [endToEndId]));
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
  const { endToEndId, txid, paidCents, paidAt, payer } = payment;
  const exception = { kind: ExceptionKind.UnknownTxid, amountCents: paidCents };
  const about = [endToEndId, txid, paidCents, paidAt, exception.kind, exception.amountCents];
  const values = [...about, at, source, payer?.name ?? null, payer?.document ?? null];
  const { rowCount } = await tx.query(prepared(SUSPEND, values));
  if (rowCount !== 1) return false;
  await appendToOutbox(tx, [exceptionEvent(exception, payment, at, null)]);
  return true;
}

/**
 * Everything that a report of the bank changes, in one statement, which is one transaction. It does nothing if the charge is
 * no longer as it was read: each payment and each move of a charge changes its status or what was received for it.
 */
const SETTLE = `
  with settled as (
    update charge
       set status = $4, received_cents = $5, paid_cents = $6, paid_at = $7, end_to_end_id = $8, confirmed_at = coalesce($9, confirmed_at),
           paid_late = $10, payer_name = $11, payer_document = $12, canceled_by = coalesce($13, canceled_by),
           changed_at = $14, changed_by = case status when $4 then changed_by else $15 end,
           changed_trace = case status when $4 then changed_trace else $16 end
     where id = $1 and status = $2 and received_cents = $3
    returning id, txid
  ),
  stored as (
    insert into payment (charge_id, txid, end_to_end_id, paid_cents, paid_at, completes, exception,
                         exception_cents, payer_name, payer_document, found_at, found_by)
    select settled.id, txid, payment.*, $14, $15
      from settled,
           json_to_recordset($17::json)
             as payment (end_to_end_id text, paid_cents bigint, paid_at timestamptz, completes boolean,
                         exception text, exception_cents bigint, payer_name text, payer_document text)
  ),
  resolved as (
    update unclear_payment set resolved_at = $14
     where id = any($18::text[]) and resolved_at is null and exists (select from settled)
  ),
  published as (${appendSql(19)} where exists (select from settled))
  select from settled`;

/** How often a charge that changed meanwhile is read again. Each changes only a few times. */
const ATTEMPTS_MAX = 20;

type Decide = (charge: Charge) => Promise<Settlement>;
type Origin = { readonly source: Source; readonly requester: Requester };

async function settle(db: Pool, seen: Charge, decide: Decide, origin: Origin): Promise<Settlement> {
  let charge = seen;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const settlement = await decide(charge);
    const isChange = settlement.charge !== charge;
    if (!isChange || (await settleAsRead(db, settlement, origin))) return settlement;
    const stored = await findCharge(db, charge.id);
    if (!stored) throw new Error(`charge ${charge.id} is not in the database`);
    charge = stored;
  }
  throw new Error(`charge ${seen.id} changed ${ATTEMPTS_MAX} times meanwhile`);
}

/** False when the charge has changed since it was read, or one of the payments is stored already: then nothing is done. */
async function settleAsRead(
  db: Pool,
  settlement: Settlement,
  { source, requester }: Origin,
): Promise<boolean> {
  const { before, charge, allocations, at } = settlement;
  const { requestId = null, traceParent = null } = before.creator ?? {};
  const values = [
    ...[charge.id, before.status, before.receivedCents],
    ...stateOf(settlement, requester),
    ...[at, source, traceId(), JSON.stringify(allocations.map(rowOf))],
    allocations.map(({ payment }) => payment.endToEndId),
  ];
  // Also under the request that created the charge, and in its trace: that is the id that support is given.
  const isSettled = await alsoForRequest(requestId, () =>
    continueTrace('settle charge', traceParent, () =>
      runUnlessStored(db, [...values, ...appendValues(settlementEvents(settlement))]),
    ),
  );
  if (isSettled) (db as EventEmitter).emit(OUTBOX_WRITTEN);
  return isSettled;
}

async function runUnlessStored(db: Pool, values: unknown[]): Promise<boolean> {
  try {
    return (await db.query(prepared(SETTLE, values))).rowCount === 1;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function stateOf({ before, charge, at }: Settlement, requester: Requester): unknown[] {
  const { status, receivedCents, paidCents, paidAt, endToEndId, paidLate, payer } = charge;
  const isMoved = before.status !== status;
  const confirmedAt = status === ChargeStatus.Completed && isMoved ? at : null;
  return [
    ...[status, receivedCents, paidCents, paidAt, endToEndId, confirmedAt],
    ...[paidLate, payer?.name ?? null, payer?.document ?? null],
    isMoved && status === ChargeStatus.Canceled ? requester : null,
  ];
}

function rowOf({ payment, completes, exception }: Allocation) {
  const { endToEndId, paidCents, paidAt, payer } = payment;
  return {
    end_to_end_id: endToEndId,
    paid_cents: paidCents,
    paid_at: paidAt,
    completes,
    exception: exception?.kind,
    exception_cents: exception?.amountCents,
    payer_name: payer?.name,
    payer_document: payer?.document,
  };
}
