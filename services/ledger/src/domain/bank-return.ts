import type { IdOf } from './movement-id.ts';
import type { InSuspense, PaymentOnBooks } from './payment-bookings.ts';
import {
  available,
  type Movement,
  MovementKind,
  PLATFORM_ID,
  type Posting,
  settlement,
  suspense,
} from './posting.ts';

/** Money of a payment that the bank itself has returned to the payer. */
export type BankReturn = {
  readonly returnId: string;
  /** The bank's own id of it. */
  readonly bankReturnId: string;
  readonly endToEndId: string;
  readonly valueCents: number;
  /** Null where charges knows of no charge behind the payment. */
  readonly accountId: string | null;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
};

/** Cents that left the suspense of a payment. */
export type TakenFromSuspense = { readonly exceptionId: string; readonly cents: number };

type Booking = { readonly movement: Movement; readonly taken: TakenFromSuspense | null };

/** First what is still in suspense of the payment, then the holder who had the rest. */
export function returnMovement(
  bankReturn: BankReturn,
  payment: PaymentOnBooks,
  { idOf, traceId }: { readonly idOf: IdOf; readonly traceId: string | null },
): Booking {
  const { returnId, endToEndId, valueCents, chargeId, paymentLinkId } = bankReturn;
  const payer = payerOf(bankReturn, payment);
  const { suspended } = payment;
  const isReachable = suspended && isOneChain(suspended.holderId, payer);
  const takenCents = isReachable ? Math.min(valueCents, suspended.leftCents) : 0;
  const restCents = valueCents - takenCents;
  const postings: Posting[] = [settlement(valueCents)];
  if (suspended && takenCents > 0) postings.push(suspense(suspended.holderId, -takenCents));
  if (restCents > 0) postings.push(available(payer, -restCents));
  const movement: Movement = {
    id: idOf('bank-return', returnId),
    kind: MovementKind.BankReturn,
    holderId: payer,
    chargeId,
    paymentLinkId,
    endToEndId,
    reference: returnId,
    traceId,
    postings,
    mayOwe: true,
  };
  const isTaken = suspended && takenCents > 0;
  const taken = isTaken ? { exceptionId: suspended.exceptionId, cents: takenCents } : null;
  return { movement, taken };
}

type Cause = Omit<Movement, 'kind' | 'postings' | 'mayOwe'>;

/**
 * A return that came before its payment was paid for by the holder that was known then, or by the
 * platform. Now the payment is there: `from` pays instead, and the first payer gets it back. The end is
 * that of the right order.
 */
export function correctionMovement(
  cause: Cause,
  { payer, from, cents }: { payer: string; from: Posting; cents: number },
  idOf: IdOf,
): Movement {
  return {
    id: idOf('return-correction', `${cause.id} ${payer}`),
    kind: MovementKind.ReturnCorrection,
    holderId: payer === PLATFORM_ID ? cause.holderId : payer,
    chargeId: payer === PLATFORM_ID || payer === cause.holderId ? cause.chargeId : null,
    paymentLinkId: payer === PLATFORM_ID || payer === cause.holderId ? cause.paymentLinkId : null,
    endToEndId: cause.endToEndId,
    reference: cause.reference,
    traceId: cause.traceId,
    postings: [from, available(payer, cents)],
    mayOwe: true,
  };
}

type Corrected = {
  readonly movements: readonly Movement[];
  readonly taken: readonly TakenFromSuspense[];
  readonly leftCents: number;
  readonly returnedBy: ReadonlyMap<string, number>;
};

/** Takes from suspense what was returned of its payment and paid for by others, as far as it goes. */
export function correctFromSuspense(
  cause: Cause,
  {
    exceptionId,
    holderId,
    leftCents: availableCents,
  }: Pick<InSuspense, 'exceptionId' | 'holderId' | 'leftCents'>,
  paidBy: ReadonlyMap<string, number>,
  idOf: IdOf,
): Corrected {
  const movements: Movement[] = [];
  const taken: TakenFromSuspense[] = [];
  const returnedBy = new Map(paidBy);
  let leftCents = availableCents;
  for (const [payer, returnedCents] of paidBy) {
    const cents = Math.min(returnedCents, leftCents);
    if (cents <= 0 || !isOneChain(payer, holderId)) continue;
    leftCents -= cents;
    returnedBy.set(payer, returnedCents - cents);
    taken.push({ exceptionId, cents });
    const from = suspense(holderId, -cents);
    movements.push(correctionMovement(cause, { payer, from, cents }, idOf));
  }
  return { movements, taken, leftCents, returnedBy };
}

/** A transaction is on the chain of one holder; only the platform may be its other side. */
function isOneChain(one: string, other: string): boolean {
  return one === other || one === PLATFORM_ID || other === PLATFORM_ID;
}

function payerOf({ accountId }: BankReturn, { bookings, suspended }: PaymentOnBooks): string {
  const deposit = bookings.find(({ kind }) => kind === 'DEPOSIT');
  const known = deposit?.holderId ?? suspended?.creditedTo ?? accountId;
  return known ?? suspended?.holderId ?? PLATFORM_ID;
}
