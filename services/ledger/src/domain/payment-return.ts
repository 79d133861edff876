import {
  type PaymentReturn,
  type ReturnEvent,
  type ReturnFailedEvent,
  Unbookable,
} from './charge-event.ts';
import type { InSuspense, PaymentOnBooks } from './payment-bookings.ts';
import {
  available,
  type IdOf,
  type Movement,
  MovementKind,
  PLATFORM_ID,
  type Posting,
  refunds,
  settlement,
  suspense,
} from './posting.ts';

/** A refund that an account asked for. */
export type Refund = {
  readonly refundId: string;
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string | null;
  readonly endToEndId: string;
  readonly valueCents: number;
};

/** A return as far as it is on the books. */
export type ReturnOnBooks = {
  /** What is held for it; null: nothing. */
  readonly held: Refund | null;
  /** It failed: what was held is free again. */
  readonly isReleased: boolean;
  /** The money has left. */
  readonly isBooked: boolean;
};

export const NOT_RETURNED: ReturnOnBooks = { held: null, isReleased: false, isBooked: false };

/** The names under which a return is looked for on the books. */
export type ReturnName = Pick<PaymentReturn, 'returnId' | 'endToEndId' | 'bankReturnId'>;

/** What one return took from suspense, and whether it was the one that an operator decided. */
export type TakenFromSuspense = {
  readonly exceptionId: string;
  readonly holderId: string;
  readonly cents: number;
  readonly isDecided: boolean;
};

export type PlannedReturn = {
  readonly movement: Movement;
  readonly taken: TakenFromSuspense | null;
};

/** The bank makes one return under a name, so the books have one transaction: its id is the database's unique key. */
export function returnTransactionId(
  { endToEndId, bankReturnId }: Omit<ReturnName, 'returnId'>,
  idOf: IdOf,
): string {
  return idOf('return', `${endToEndId} ${bankReturnId}`);
}

/** Ids at the bank have no dashes. */
export function refundBankId(refundId: string): string {
  return refundId.replaceAll('-', '');
}

type Context = { readonly idOf: IdOf; readonly traceId: string | null };

/** Held, so that it cannot be spent while the bank returns it. */
export function holdMovement(refund: Refund, { idOf, traceId }: Context): Movement {
  const { refundId: reference, accountId: holderId, valueCents, ...names } = refund;
  return {
    ...names,
    id: idOf('refund-hold', reference),
    kind: MovementKind.RefundHold,
    holderId,
    reference,
    traceId,
    postings: [available(holderId, -valueCents), refunds(holderId, valueCents)],
  };
}

/** Where nothing was held the end is recorded all the same, so that no hold comes after it. */
export function releaseMovement(
  refund: Refund,
  { held }: ReturnOnBooks,
  { idOf, traceId }: Context,
): Movement {
  const { refundId: reference, accountId: holderId, valueCents, ...names } = refund;
  return {
    ...names,
    id: idOf('refund-release', reference),
    kind: MovementKind.RefundRelease,
    holderId,
    reference,
    traceId,
    postings: held ? [refunds(holderId, -valueCents), available(holderId, valueCents)] : [],
  };
}

/**
 * A refund leaves what was held for it; where a restore has lost the hold, the account. Any other return leaves what is
 * still in suspense of the payment, and then the holder who had the rest; so does a refund that had failed. What the
 * holder lacks is owed, because the bank has the money.
 */
export function returnMovement(
  event: ReturnEvent,
  onBooks: ReturnOnBooks,
  payment: PaymentOnBooks,
  idOf: IdOf,
): PlannedReturn {
  const { origin, accountId } = event.paymentReturn;
  if (origin === 'CLIENT' && accountId !== null && !onBooks.isReleased) {
    requireAlike(event, onBooks);
    return { movement: settleMovement(event, accountId, onBooks, idOf), taken: null };
  }
  const { returnId, valueCents } = event.paymentReturn;
  const holderId = bearerOf(event.paymentReturn, payment);
  const taken = takenBy(event.paymentReturn, holderId, payment);
  const takenCents = taken?.cents ?? 0;
  const postings: Posting[] = [settlement(valueCents)];
  if (taken && takenCents > 0) postings.push(suspense(taken.holderId, -takenCents));
  if (valueCents > takenCents) postings.push(available(holderId, takenCents - valueCents));
  const what = taken?.isDecided
    ? { kind: MovementKind.SuspenseRefund, reference: taken.exceptionId }
    : { kind: MovementKind.BankReturn, reference: returnId };
  return { movement: { ...namesOf(event, idOf), ...what, holderId, postings }, taken };
}

function settleMovement(
  event: ReturnEvent,
  holderId: string,
  { held }: ReturnOnBooks,
  idOf: IdOf,
): Movement {
  const { returnId: reference, valueCents } = event.paymentReturn;
  const from = held ? refunds : available;
  const postings = [from(holderId, -valueCents), settlement(valueCents)];
  const kind = MovementKind.RefundSettle;
  return { ...namesOf(event, idOf), kind, holderId, reference, postings };
}

function namesOf({ paymentReturn, traceId }: ReturnEvent, idOf: IdOf) {
  const { chargeId, paymentLinkId, endToEndId } = paymentReturn;
  const id = returnTransactionId(paymentReturn, idOf);
  return { id, chargeId, paymentLinkId, endToEndId, traceId, mayOwe: true as const };
}

/** Null: suspense has no part in it. */
function takenBy(
  { origin, returnId, valueCents }: PaymentReturn,
  holderId: string,
  { suspended }: PaymentOnBooks,
): TakenFromSuspense | null {
  if (!suspended) return null;
  // A transaction is on the chain of one holder; only the platform may be its other side.
  const isReachable = [holderId, PLATFORM_ID].includes(suspended.holderId);
  const cents = isReachable ? Math.min(valueCents, suspended.leftCents) : 0;
  const isDecided = suspended.returnId === returnId || isLostDecision(origin, suspended);
  if (cents === 0 && !isDecided) return null;
  return { exceptionId: suspended.exceptionId, holderId: suspended.holderId, cents, isDecided };
}

/** A restore has lost that an operator decided it: nothing was decided on these books, and nothing has failed. */
function isLostDecision(origin: PaymentReturn['origin'], suspended: InSuspense): boolean {
  const { returnId, hasFailed, leftCents } = suspended;
  return origin === 'OPERATOR' && returnId === null && !hasFailed && leftCents > 0;
}

export function requireAlike(
  event: ReturnEvent | ReturnFailedEvent,
  { held }: ReturnOnBooks,
): void {
  const { accountId, chargeId, valueCents } = event.paymentReturn;
  if (!held) return;
  const isSame =
    held.accountId === accountId && held.chargeId === chargeId && held.valueCents === valueCents;
  if (!isSame) throw new Unbookable(event, 'the refund differs from the one that was held');
}

/** A failed refund as the books name it; null: an operator's return, which holds nothing. */
export function refundOf({ paymentReturn }: ReturnFailedEvent): Refund | null {
  const { origin, returnId: refundId, accountId, chargeId } = paymentReturn;
  if (origin !== 'CLIENT' || accountId === null || chargeId === null) return null;
  const { paymentLinkId, endToEndId, valueCents } = paymentReturn;
  return { refundId, accountId, chargeId, paymentLinkId, endToEndId, valueCents };
}

/** The holder whose money goes back: who was credited with the payment, else whose charge it was for. */
function bearerOf({ accountId }: PaymentReturn, { bookings, suspended }: PaymentOnBooks): string {
  const deposit = bookings.find(({ kind }) => kind === 'DEPOSIT');
  const known = deposit?.holderId ?? suspended?.creditedTo ?? accountId;
  return known ?? suspended?.holderId ?? PLATFORM_ID;
}
