import type { Charge, ChargeStatus, Payment } from './charge.ts';
import type { PaymentReturn, ReturnStatus } from './payment-return.ts';
import type { Search } from './search.ts';

/** Where a page of a list ends. */
export type Place = { readonly at: Date; readonly id: string };

/** One page of a list; null: from its beginning, or without that bound. */
type PageQuery = {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  /** Only what comes after this place. */
  readonly after: Place | null;
};

export type ChargeFilter = PageQuery & {
  readonly accountId: string;
  readonly status: ChargeStatus | null;
  readonly externalId: string | null;
  readonly search: Search | null;
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
export type ListedRefund = PaymentReturn & {
  readonly origin: 'CLIENT' | 'BANK';
  readonly paymentLinkId: string;
};

/** Newest first. */
export type RefundFilter = PageQuery & {
  /** Null, here and below: any. */
  readonly chargeId: string | null;
  readonly refundId: string | null;
  readonly status: ReturnStatus | null;
};

export const EVERY_REFUND = {
  chargeId: null,
  refundId: null,
  status: null,
  from: null,
  to: null,
  after: null,
} as const;

export type AuditWindow = PageQuery & { readonly from: Date; readonly to: Date };

export type AuditedCharge = {
  readonly charge: Charge;
  readonly payments: readonly Payment[];
  readonly refunds: readonly ListedRefund[];
  readonly history: readonly ChargeStatus[];
};

/** Hours that begin in the time from `from` to `to`, which is exclusive. */
export type HourSpan = {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
  /** If there are any, the totals are one for each of them: of all hours until the next, or `to`. */
  readonly starts?: readonly Date[];
};

export const HOUR_AMOUNTS = ['createdCount', 'createdCents', 'paidCount', 'paidCents'] as const;

/** The charges that were created in one UTC hour, and those of them that were paid, whenever that was. */
export type HourTotals = { readonly hour: Date } & Readonly<
  Record<(typeof HOUR_AMOUNTS)[number], number>
>;

/** What became of a payment, charge or window that was looked up again. */
export type RecheckResult = {
  readonly outcome:
    | 'CONFIRMED'
    | 'SUSPENDED'
    | 'ALREADY_KNOWN'
    | 'UNCLEAR'
    | 'NOT_FOUND'
    | 'UNPAID'
    | 'WINDOW_READ';
  readonly endToEndId: string | null;
  readonly charge: Charge | null;
  readonly problem: string | null;
};

export type EventWindow = {
  readonly from: Date;
  readonly to: Date;
  /** The last event of the page before; null for the first page. */
  readonly after: EventPlace | null;
  readonly limit: number;
};

/** Where an event stands among all of them: by its time, then by its name. */
export type EventPlace = { readonly at: Date; readonly name: string };
