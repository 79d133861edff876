import { type FailedEvent, type SettledEvent, Unbookable } from './charge-event.ts';
import type { IdOf } from './movement-id.ts';
import { type Movement, MovementKind } from './posting.ts';
import {
  afterFailure,
  holdPostings,
  isSameRefund,
  type Refund,
  type RefundOnBooks,
  releasePostings,
  settlePostings,
} from './refund.ts';

type Known = { readonly idOf: IdOf; readonly refunds: ReadonlyMap<string, RefundOnBooks> };

/**
 * The bank has paid it out, so it leaves the books. A hold that is missing was lost with a database
 * restored to an older point: it is booked now, and what is not available for it becomes owed.
 */
export function settledMovements(event: SettledEvent, known: Known): readonly Movement[] {
  const { refund, traceId } = event;
  const isHeld = isHeldAlike(event, known);
  const isReleased = known.refunds.get(refund.refundId)?.end === 'FAILED';
  // The bank paid out what had ended without a payment: it is held and settled once more.
  const name = isReleased ? afterFailure(refund.refundId) : refund.refundId;
  const id = known.idOf('refund-end', name);
  const postings = settlePostings(refund);
  const settle = { ...namesOf(refund, traceId), id, kind: MovementKind.RefundSettle, postings };
  if (isHeld && !isReleased) return [settle];
  const hold = holdMovement(refund, known.idOf, traceId);
  return [{ ...hold, id: known.idOf('refund-hold', name), mayOwe: true }, settle];
}

/** The bank pays out a refund once, however often and by whatever event we learn of it. */
export function isSettledAlike(event: SettledEvent, known: Known): boolean {
  // Throws for another refund under this id.
  isHeldAlike(event, known);
  return known.refunds.get(event.refund.refundId)?.end === 'SETTLED';
}

/** Where nothing was held the end is recorded all the same, so that no hold comes after it. */
export function failedMovements(event: FailedEvent, known: Known): readonly Movement[] {
  const { refund, traceId } = event;
  const id = known.idOf('refund-end', refund.refundId);
  const postings = isHeldAlike(event, known) ? releasePostings(refund) : [];
  return [{ ...namesOf(refund, traceId), id, kind: MovementKind.RefundRelease, postings }];
}

export function holdMovement(refund: Refund, idOf: IdOf, traceId: string | null): Movement {
  const id = idOf('refund-hold', refund.refundId);
  const postings = holdPostings(refund);
  return { ...namesOf(refund, traceId), id, kind: MovementKind.RefundHold, postings };
}

function isHeldAlike(event: SettledEvent | FailedEvent, { refunds }: Known): boolean {
  const hold = refunds.get(event.refund.refundId)?.held ?? null;
  if (hold && !isSameRefund(hold, event.refund)) {
    throw new Unbookable(event, 'the refund differs from the one that was held');
  }
  return hold !== null;
}

function namesOf(refund: Refund, traceId: string | null) {
  const { refundId: reference, accountId: holderId, chargeId, paymentLinkId } = refund;
  return { reference, holderId, chargeId, paymentLinkId, endToEndId: null, traceId };
}
