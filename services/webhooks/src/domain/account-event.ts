/** Who paid, with a masked document. */
type Payer = { readonly name: string; readonly document: string };

/** What is known of the charge that an event is about. */
export type ChargeDetails = {
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string;
  readonly externalId: string | null;
  readonly valueCents: number;
  readonly originalValueCents: number;
  readonly feeCents: number;
  readonly createdAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
};

/** A deposit whose credit is committed, as the ledger published it. */
type Credited = ChargeDetails & {
  readonly kind: 'credited';
  readonly transactionId: string;
  readonly creditedCents: number;
  readonly creditedAt: Date;
  readonly paidCents: number;
  readonly endToEndId: string;
  readonly paidLate: boolean;
  readonly paidAt: Date;
  /** Null: not reported by the bank. */
  readonly payer: Payer | null;
};

/** A payment that completed no charge and is in suspense. */
type Suspended = ChargeDetails & {
  readonly kind: 'suspended';
  readonly transactionId: string;
  readonly suspendedAt: Date;
  readonly exceptionId: string;
  readonly exceptionKind: string;
  readonly amountCents: number;
  readonly endToEndId: string;
  readonly paidAt: Date;
  readonly payer: Payer | null;
};

type Refunded = ChargeDetails & {
  readonly kind: 'refunded';
  readonly transactionId: string;
  readonly refundId: string;
  readonly refundCents: number;
  readonly refundedCents: number;
  readonly refundedAt: Date;
};

type RefundFailed = ChargeDetails & {
  readonly kind: 'refund_failed';
  /** Null: nothing was held for it, so nothing was booked. */
  readonly transactionId: string | null;
  readonly refundId: string;
  readonly refundCents: number;
  readonly reason: string | null;
  readonly failedAt: Date;
  readonly releasedAt: Date;
};

/** Money of an account that may belong to none of its charges. */
type OptionalCharge = {
  readonly accountId: string;
  /** Null: of no charge, or of a charge of another account, which is not shown. */
  readonly charge: ChargeDetails | null;
};

/** Money that the bank returned by itself. */
type Returned = OptionalCharge & {
  readonly kind: 'returned';
  readonly transactionId: string;
  readonly returnId: string;
  readonly endToEndId: string;
  /** The bank's reason; null where it reports none. */
  readonly natureza: string | null;
  readonly returnCents: number;
  /** What the account did not have and owes now. */
  readonly owedCents: number;
  /** Null without a charge. */
  readonly refundedCents: number | null;
  /** False: the money was still in suspense. */
  readonly wasCredited: boolean;
  readonly bookedAt: Date;
};

/** An operator's decision about a payment in suspense. */
type Resolved = OptionalCharge & {
  readonly kind: 'resolved';
  readonly transactionId: string;
  readonly exceptionId: string;
  readonly exceptionKind: string;
  readonly resolution: 'CREDITED' | 'REFUNDED';
  readonly amountCents: number;
  readonly endToEndId: string;
  readonly paidAt: Date;
  readonly payer: Payer | null;
  readonly resolvedAt: Date;
};

type Ended = ChargeDetails & { readonly kind: 'expired' | 'canceled'; readonly at: Date };

/** What happened to a deposit or a payment of an account, as its webhooks report it. */
export type AccountEvent =
  | Credited
  | Suspended
  | Refunded
  | RefundFailed
  | Returned
  | Resolved
  | Ended;
