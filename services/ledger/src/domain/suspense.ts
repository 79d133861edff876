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
export type Suspended = {
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

export type SuspenseItem = Suspended & {
  readonly suspendedAt: Date;
  readonly resolution: Resolution | null;
  readonly creditedTo: string | null;
  /** What the bank itself has returned of it; the rest is still to be decided. */
  readonly returnedCents: number;
  /** What the bank is asked to return, fixed when that was decided; null: nothing. */
  readonly askedCents: number | null;
  /** How often the bank refused to return it, and why the last time. */
  readonly refusals: number;
  readonly failure: string | null;
};

export function newlySuspended(payment: Suspended, suspendedAt: Date): SuspenseItem {
  const undecided = { resolution: null, creditedTo: null, refusals: 0, failure: null };
  return { ...payment, ...undecided, returnedCents: 0, askedCents: null, suspendedAt };
}

/** What is still in suspense of it while nothing is decided. */
export function leftOf({ amountCents, returnedCents }: SuspenseItem): number {
  return amountCents - returnedCents;
}

export type Decision =
  | { readonly resolution: 'CREDITED'; readonly accountId: string | null }
  | { readonly resolution: 'REFUNDED' };

export function suspensePostings({ holderId, amountCents }: Suspended): readonly Posting[] {
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
  const isUnderWay = item.resolution === Resolution.Refunding && resolution === Resolution.Refunded;
  if (isUnderWay) return true;
  if (item.resolution === resolution && item.creditedTo === creditedTo) return true;
  const account = item.creditedTo === null ? '' : ` to account ${item.creditedTo}`;
  throw new AppError('CONFLICT', `Already resolved differently: ${item.resolution}${account}`, {
    reason: 'already_decided',
  });
}

/** Credited to somebody, or on its way back: what is left of it now is asked of the bank. */
export function decidedAs(item: SuspenseItem, creditedTo: string | null) {
  return creditedTo === null
    ? { ...item, resolution: Resolution.Refunding, askedCents: leftOf(item), failure: null }
    : { ...item, resolution: Resolution.Credited, creditedTo, askedCents: null, failure: null };
}

/** A return of ours as the bank has it. */
export type FoundReturn = {
  readonly status: 'PROCESSING' | 'SETTLED' | 'FAILED' | 'UNKNOWN';
  readonly valueCents: number;
};

/** After so many refusals the bank is not asked again to return a payment. */
export const REFUSALS_MAX = 10;

type IdOfReturn = (subject: 'suspense-return', id: string) => string;

/** The return to request from the bank; after each refusal the next one has a new id. */
export function returnOf(item: SuspenseItem, refusals: number, idOf: IdOfReturn) {
  const { exceptionId, endToEndId } = item;
  const refundId = suspenseReturnId(exceptionId, refusals, idOf);
  return { refundId, endToEndId, valueCents: item.askedCents ?? leftOf(item) };
}

/** Of every return that may have been asked for. */
export function suspenseReturnIds(exceptionId: string, idOf: IdOfReturn): readonly string[] {
  const length = REFUSALS_MAX + 1;
  return Array.from({ length }, (_, nth) => suspenseReturnId(exceptionId, nth, idOf));
}

export function suspenseReturnId(exceptionId: string, refusals: number, idOf: IdOfReturn): string {
  return idOf('suspense-return', `${exceptionId} ${refusals}`).replaceAll('-', '');
}

/** What the corrections after a refused return are named after. */
export function refusalCause(item: SuspenseItem, idOf: IdOfReturn) {
  const { exceptionId, holderId, chargeId, paymentLinkId, endToEndId, refusals } = item;
  const id = suspenseReturnId(exceptionId, refusals - 1, idOf);
  return {
    id,
    holderId,
    chargeId,
    paymentLinkId,
    endToEndId,
    reference: exceptionId,
    traceId: null,
  };
}

/** What a decision moves; credited to nobody, it has gone back to its payer. */
export function resolutionMovement(
  item: SuspenseItem,
  creditedTo: string | null,
  idOf: (subject: 'resolution', id: string) => string,
): Movement {
  const { exceptionId, chargeId, paymentLinkId } = item;
  return {
    ...resolutionOf(item, creditedTo),
    id: idOf('resolution', exceptionId),
    holderId: creditedTo ?? item.holderId,
    chargeId,
    paymentLinkId,
    endToEndId: null,
    reference: exceptionId,
    traceId: null,
  };
}

export function resolutionOf(item: SuspenseItem, creditedTo: string | null) {
  const { holderId } = item;
  if (creditedTo === null) {
    const cents = item.askedCents ?? leftOf(item);
    const postings = [suspense(holderId, -cents), settlement(cents)];
    return { kind: MovementKind.SuspenseRefund, postings };
  }
  const cents = leftOf(item);
  const postings = [suspense(holderId, -cents), available(creditedTo, cents)];
  return { kind: MovementKind.SuspenseCredit, postings };
}
