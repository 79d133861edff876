import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import type { ExceptionKind } from './payment-bookings.ts';
import {
  available,
  type Movement,
  MovementKind,
  PLATFORM_ID,
  type Posting,
  settlement,
  suspense,
} from './posting.ts';

/** A payment that completed no charge. */
export type SuspendedPayment = {
  readonly exceptionId: string;
  readonly kind: ExceptionKind;
  readonly amountCents: number;
  /** Whose suspense it is in: the platform's where there is no holder. */
  readonly holderId: string;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
  readonly endToEndId: string;
  /** Null: not reported by the bank. The document is masked. */
  readonly payer?: { readonly name: string; readonly document: string } | null;
};

export const Resolution = {
  Credited: 'CREDITED',
  /** Decided, and on its way back to the payer. */
  Refunding: 'REFUNDING',
  Refunded: 'REFUNDED',
  /** The bank itself has returned all of it. */
  Returned: 'RETURNED',
} as const;
export type Resolution = (typeof Resolution)[keyof typeof Resolution];

export type SuspenseItem = SuspendedPayment & {
  readonly suspendedAt: Date;
  readonly resolution: Resolution | null;
  readonly creditedTo: string | null;
  /** What the bank itself has returned of it; the rest is still to be decided. */
  readonly returnedCents: number;
  /** What the bank is asked to return, fixed when that was decided; null: nothing. */
  readonly askedCents: number | null;
  /** The return that was decided, until it ends; null: none. */
  readonly returnId: string | null;
  /** Why the last return failed. */
  readonly failure: string | null;
};

export function newlySuspended(payment: SuspendedPayment, suspendedAt: Date): SuspenseItem {
  const undecided = { resolution: null, creditedTo: null, returnId: null, failure: null };
  return { ...payment, ...undecided, returnedCents: 0, askedCents: null, suspendedAt };
}

/** What is still in suspense of it while nothing is decided. */
export function leftOf({ amountCents, returnedCents }: SuspenseItem): number {
  return amountCents - returnedCents;
}

export type Decision =
  | { readonly resolution: 'CREDITED'; readonly accountId: string | null }
  | { readonly resolution: 'REFUNDED' };

export function suspensePostings({ holderId, amountCents }: SuspendedPayment): readonly Posting[] {
  return [settlement(-amountCents), suspense(holderId, amountCents)];
}

/** The account to credit; money of a known holder goes to no other. */
export function creditedBy(item: SuspenseItem, decision: Decision): string | null {
  if (decision.resolution === Resolution.Refunded) return null;
  const known = item.holderId === PLATFORM_ID ? null : item.holderId;
  const asked = decision.accountId;
  if (known && asked && known !== asked) {
    throw fieldError(
      'accountId',
      `must be ${known} or missing: the payment belongs to that account`,
    );
  }
  const holderId = known ?? asked;
  if (holderId) return holderId;
  throw fieldError('accountId', 'is required, as the payment names no account: use --account <id>');
}

/** True when it was decided like this before; another decision is refused. */
export function isDecided(item: SuspenseItem, { resolution }: Decision, creditedTo: string | null) {
  if (item.resolution === null) return false;
  // On its way back, or back already by the bank's own return: what was wanted.
  const wayBack: readonly Resolution[] = [Resolution.Refunding, Resolution.Returned];
  if (resolution === Resolution.Refunded && wayBack.includes(item.resolution)) return true;
  if (item.resolution === resolution && item.creditedTo === creditedTo) return true;
  const account = item.creditedTo === null ? '' : ` to account ${item.creditedTo}`;
  throw new AppError('CONFLICT', `Already resolved differently: ${item.resolution}${account}`, {
    reason: 'already_decided',
  });
}

/** Credited to somebody, or on its way back: what is left of it now is asked of the bank. */
export function decidedAs(
  item: SuspenseItem,
  creditedTo: string | null,
  returnId: string,
): SuspenseItem & { readonly resolution: Resolution } {
  const decided = { ...item, creditedTo, failure: null };
  return creditedTo === null
    ? { ...decided, resolution: Resolution.Refunding, askedCents: leftOf(item), returnId }
    : { ...decided, resolution: Resolution.Credited, askedCents: null, returnId: null };
}

/** What is left of it becomes available to the account that it is credited to. */
export function creditMovement(
  item: SuspenseItem,
  idOf: (subject: 'resolution', id: string) => string,
): Movement {
  const { exceptionId, holderId, chargeId, paymentLinkId, endToEndId } = item;
  const creditedTo = item.creditedTo ?? holderId;
  const cents = leftOf(item);
  return {
    id: idOf('resolution', exceptionId),
    kind: MovementKind.SuspenseCredit,
    holderId: creditedTo,
    chargeId,
    paymentLinkId,
    endToEndId,
    reference: exceptionId,
    traceId: null,
    postings: [suspense(holderId, -cents), available(creditedTo, cents)],
  };
}
