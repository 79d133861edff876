import type { Charge, ChargeStatus, Payment } from './charge.ts';
import type { RefundStatus } from './refund.ts';
import type { RefundFailure } from './refund-failure.ts';
import type { Search } from './search.ts';

/** Where a page of a list ends. */
export type Place = { readonly at: Date; readonly id: string };

export type ChargeFilter = {
  readonly accountId: string;
  readonly status: ChargeStatus | null;
  readonly externalId: string | null;
  readonly search: Search | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  /** Only what comes after this place. */
  readonly after: Place | null;
};

export type ListedCharges = {
  readonly charges: readonly Charge[];
  /** Where a search stopped that looked at as many charges as it may; null: at the end. */
  readonly scannedTo: Place | null;
};

export type LinkStatus = Pick<Charge, 'paymentLinkId' | 'status' | 'receivedCents'>;

export type TimelineEntry = {
  readonly at: Date;
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly traceId: string | null;
};

/** A refund of a client, or a return that the bank made by itself, as its account sees it. */
export type ListedRefund = {
  readonly id: string;
  readonly valueCents: number;
  readonly status: RefundStatus;
  readonly origin: 'CLIENT' | 'BANK';
  /** Of a return by the bank, such as `MED_FRAUDE`. */
  readonly natureza: string;
  readonly reason: string;
  readonly endToEndId: string;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  readonly failure: RefundFailure | null;
  readonly paymentLinkId: string;
};

export type RefundFilter = {
  /** Null, here and below: any. */
  readonly chargeId: string | null;
  readonly refundId: string | null;
  readonly status: RefundStatus | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  /** Only what comes after this place, newest first. */
  readonly after: Place | null;
};

export const EVERY_REFUND = {
  chargeId: null,
  refundId: null,
  status: null,
  from: null,
  to: null,
  after: null,
} as const;

export type AuditWindow = {
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
  readonly after: Place | null;
};

export type AuditedCharge = {
  readonly charge: Charge;
  readonly changedAt: Date;
  readonly payments: readonly Payment[];
  readonly refunds: readonly ListedRefund[];
  readonly history: readonly ChargeStatus[];
};
