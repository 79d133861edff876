import type { Requester } from '@entrada/platform/identity/requester';
import type { Metadata } from './client-text.ts';
import type { ChargedPlan, Price } from './fee.ts';
import type { ReportedReturn } from './payment-return.ts';
import type { LimitUse } from './velocity.ts';

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
