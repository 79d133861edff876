import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { Requester } from '@entrada/platform/identity/requester';
import { continueTrace } from '@entrada/platform/telemetry/continue-trace';
import { alsoForRequest } from '@entrada/platform/telemetry/request-ids';
import type { ClientBase } from 'pg';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import { type Charge, ChargeStatus } from '../domain/charge.ts';
import type { Allocation, Settlement } from '../domain/settle.ts';
import type { Source } from '../domain/source.ts';
import { settlementEvents } from '../events/encode.ts';
import { insertPayment } from './payment-store.ts';
import { traceId } from './rows.ts';

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
