import { type Deposit, depositPostings } from './deposit.ts';
import { type Movement, MovementKind } from './posting.ts';
import {
  holdPostings,
  isSameRefund,
  type Refund,
  releasePostings,
  settlePostings,
} from './refund.ts';
import { type Suspended, suspensePostings } from './suspense.ts';

/** `announced` is what charges said, for whoever hears of the posting. */
type Told = { readonly announced: unknown; readonly traceId: string | null };

export type DepositFact = Told & {
  readonly type: 'deposit';
  readonly deposit: Deposit;
  readonly confirmedAt: Date;
};
export type SuspenseFact = Told & { readonly type: 'suspense'; readonly payment: Suspended };
export type SettledFact = Told & { readonly type: 'settled'; readonly refund: Refund };
type FailedFact = Told & { readonly type: 'failed'; readonly refund: Refund };
/** What moves no money. */
type OtherFact = { readonly type: 'other' };

export type ChargeFact = DepositFact | SuspenseFact | SettledFact | FailedFact | OtherFact;

/** Whose account a fact is about; null where it moves no money. */
export function holderOf(fact: ChargeFact): string | null {
  switch (fact.type) {
    case 'deposit':
      return fact.deposit.accountId;
    case 'suspense':
      return fact.payment.holderId;
    case 'settled':
    case 'failed':
      return fact.refund.accountId;
    case 'other':
      return null;
  }
}

/** This fact can never be posted. */
export class Unpostable extends Error {
  override readonly name = 'Unpostable';
  readonly fact: ChargeFact;
  constructor(fact: ChargeFact, reason: string) {
    super(reason);
    this.fact = fact;
  }
}

/**
 * What the id of a transaction, or of a return at the bank, is derived from. A refund has one end and an exception one decision,
 * whichever it is: both ends share the id, so the database refuses the second.
 */
type MovementSubject =
  | 'deposit'
  | 'suspense'
  | 'resolution'
  | 'suspense-return'
  | 'refund-hold'
  | 'refund-end';
export type IdOf = (subject: MovementSubject, id: string) => string;

type Known = { readonly idOf: IdOf; readonly held: ReadonlyMap<string, Refund> };

export function movementsOf(fact: ChargeFact, known: Known): readonly Movement[] {
  switch (fact.type) {
    case 'deposit':
      return [depositMovement(fact, known)];
    case 'suspense':
      return [suspenseMovement(fact, known)];
    case 'settled':
      return settledMovements(fact, known);
    case 'failed':
      return failedMovements(fact, known);
    case 'other':
      return [];
  }
}

function depositMovement({ deposit, traceId }: DepositFact, { idOf }: Known): Movement {
  const { chargeId, accountId: holderId, paymentLinkId, endToEndId } = deposit;
  const names = { chargeId, holderId, paymentLinkId, endToEndId, reference: null, traceId };
  const postings = depositPostings(deposit);
  return { ...names, id: idOf('deposit', chargeId), kind: MovementKind.Deposit, postings };
}

function suspenseMovement({ payment, traceId }: SuspenseFact, { idOf }: Known): Movement {
  const { exceptionId: reference, holderId, chargeId, paymentLinkId, endToEndId } = payment;
  const names = { chargeId, holderId, paymentLinkId, endToEndId, reference, traceId };
  const postings = suspensePostings(payment);
  return { ...names, id: idOf('suspense', reference), kind: MovementKind.Suspense, postings };
}

/**
 * The bank has paid it out, so it leaves the books. A hold that is not there was lost with a
 * database restored to an older point; it is made up for.
 */
function settledMovements(fact: SettledFact, known: Known): readonly Movement[] {
  const { refund, traceId } = fact;
  const held = heldLike(fact, known);
  const id = known.idOf('refund-end', refund.refundId);
  const postings = settlePostings(refund);
  const settle = { ...namesOf(refund, traceId), id, kind: MovementKind.RefundSettle, postings };
  return held ? [settle] : [holdMovement(refund, known.idOf, traceId), settle];
}

/** Where nothing was held, the refund was refused before it began. */
function failedMovements(fact: FailedFact, known: Known): readonly Movement[] {
  if (!heldLike(fact, known)) return [];
  const { refund, traceId } = fact;
  const id = known.idOf('refund-end', refund.refundId);
  const postings = releasePostings(refund);
  return [{ ...namesOf(refund, traceId), id, kind: MovementKind.RefundRelease, postings }];
}

export function holdMovement(refund: Refund, idOf: IdOf, traceId: string | null): Movement {
  const id = idOf('refund-hold', refund.refundId);
  const postings = holdPostings(refund);
  return { ...namesOf(refund, traceId), id, kind: MovementKind.RefundHold, postings };
}

function heldLike(fact: SettledFact | FailedFact, { held }: Known): boolean {
  const hold = held.get(fact.refund.refundId);
  if (hold && !isSameRefund(hold, fact.refund)) {
    throw new Unpostable(fact, 'it is not the refund that was held');
  }
  return hold !== undefined;
}

function namesOf(refund: Refund, traceId: string | null) {
  const { refundId: reference, accountId: holderId, chargeId, paymentLinkId } = refund;
  return { reference, holderId, chargeId, paymentLinkId, endToEndId: null, traceId };
}
