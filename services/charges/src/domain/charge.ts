import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Metadata } from './client-text.ts';
import type { ReportedReturn } from './payment-return.ts';
import type { ChargedPlan, LimitUse, Price } from './terms.ts';

export const ChargeStatus = {
  Pending: 'PENDING',
  Completed: 'COMPLETED',
  Expired: 'EXPIRED',
  Canceled: 'CANCELED',
} as const;
export type ChargeStatus = (typeof ChargeStatus)[keyof typeof ChargeStatus];

/** Who paid, as far as the bank reports it; the document is masked. */
type Payer = { readonly name: string; readonly document: string };

/** Money that arrived at the bank for a charge. */
export type Payment = {
  readonly endToEndId: string;
  readonly paidCents: number;
  readonly paidAt: Date;
  readonly payer?: Payer | null;
  /** What went back of it, refunds of ours included, as the bank lists it. */
  readonly returns?: readonly ReportedReturn[];
  /** What is wrong with returns of it that cannot be read. */
  readonly unreadReturns?: readonly string[];
};

/** A payment as the bank lists it; without a txid when the payer used our bare key. */
export type ReportedPayment = Payment & { readonly txid: string | null };

export type Charge = Price & {
  readonly id: string;
  readonly accountId: string;
  readonly paymentLinkId: string;
  readonly txid: string;
  readonly emv: string;
  readonly status: ChargeStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly externalId: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  /** Of the payment that completed it. */
  readonly endToEndId: string | null;
  readonly paidCents: number | null;
  readonly paidAt: Date | null;
  readonly paidLate: boolean;
  readonly payer: Payer | null;
  readonly refundedCents: number;
  /** Of all its payments, also those that did not complete it. */
  readonly receivedCents: number;
  /** As it was at creation, whatever becomes of the account's terms; null where that was lost. */
  readonly feePlan: ChargedPlan | null;
  /** Null: not known, or not traced. What ends the charge is logged and traced under it, too. */
  readonly creator?: { readonly requestId: string | null; readonly traceParent: string | null };
};

export type ChargeIds = Pick<Charge, 'id' | 'paymentLinkId' | 'txid'>;

export type RequestKey = { readonly accountId: string; readonly key: string };

/** This process holds the lease until the stored end. `release` and `forget` change nothing once another has taken the request over. */
export type Reservation = RequestKey & { readonly lease: string };

/** The request that made a charge, where it can be repeated, and who made it. */
export type Creation = {
  readonly request: RequestKey | null;
  readonly requester: Requester;
  /** Null: no daily limit. */
  readonly counted: LimitUse | null;
};

/** Every move a charge can make. The database refuses any other one as well. */
const MOVES: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  PENDING: [ChargeStatus.Completed, ChargeStatus.Expired, ChargeStatus.Canceled],
  // Money always wins over our clock.
  EXPIRED: [ChargeStatus.Completed],
  COMPLETED: [],
  CANCELED: [],
};

export function canMove(from: ChargeStatus, to: ChargeStatus): boolean {
  return MOVES[from].includes(to);
}

/** What a charge begins with. */
export const NOT_PAID = {
  status: ChargeStatus.Pending,
  endToEndId: null,
  paidCents: null,
  paidAt: null,
  paidLate: false,
  payer: null,
  refundedCents: 0,
  receivedCents: 0,
} as const;

/** What a repeated request is shown: the charge as its first reply showed it. */
export function asCreated(charge: Charge): Charge {
  return { ...charge, ...NOT_PAID };
}

/** What led to the look-up of a payment or charge; `returns` are the jobs that list returns and pursue them. */
export const SOURCES = [
  'query',
  'callback',
  'sweep',
  'recheck',
  'expiry',
  'cancel',
  'returns',
] as const;
export type Source = (typeof SOURCES)[number];

const { expiresInSecondsMin, expiresInSecondsMax } = LIMITS.charge;

/** A payment made in the last second needs time to show at the bank. */
const GRACE_MS = 60_000;

export function expiresInWithin(seconds: number): number {
  if (seconds < expiresInSecondsMin || seconds > expiresInSecondsMax) {
    throw fieldError(
      'expiresIn',
      `must be between ${expiresInSecondsMin} and ${expiresInSecondsMax} seconds`,
      { code: 'OUT_OF_RANGE', reason: 'expires_in_out_of_range' },
    );
  }
  return seconds;
}

/** From then on an unpaid charge may expire, once the bank has been asked. */
export function overdueAt({ expiresAt }: Pick<Charge, 'expiresAt'>): Date {
  return new Date(expiresAt.getTime() + GRACE_MS);
}

/** Banks may report a payment days after it was made. */
const ASK_AFTER_EXPIRY_MS = 7 * DAY_MS;

/** True while an expired charge may still turn out to be paid, so that the bank is asked when it is read. */
export function mayBePaidLate({ expiresAt }: Pick<Charge, 'expiresAt'>, now: Date): boolean {
  return now.getTime() < expiresAt.getTime() + ASK_AFTER_EXPIRY_MS;
}

const RETRY_MIN_MS = 5_000;
const RETRY_MAX_MS = 900_000;
const RETRY_SHARE_OF_OVERDUE = 60;

/**
 * When to ask about an overdue charge again after a bank that did not answer: soon, so that a bank that
 * is back expires it, and less often the longer it fails, at most every 15 minutes.
 */
export function retryCheckAt(charge: Pick<Charge, 'expiresAt'>, now: Date): Date {
  const overdueMs = now.getTime() - charge.expiresAt.getTime();
  const pauseMs = Math.max(RETRY_MIN_MS, overdueMs / RETRY_SHARE_OF_OVERDUE);
  return new Date(now.getTime() + Math.min(RETRY_MAX_MS, pauseMs));
}

export function isOverdue(charge: Pick<Charge, 'expiresAt'>, now: Date): boolean {
  return now >= overdueAt(charge);
}
