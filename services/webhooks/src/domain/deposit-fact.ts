/** What is known of a charge that a fact is about. */
export type ChargeFacts = {
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string;
  readonly externalId: string | null;
  readonly valueCents: number;
  readonly originalValueCents: number;
  readonly feeCents: number;
  readonly createdAt: Date;
};

/** A deposit whose credit is committed, as the ledger announced it. */
type Credited = ChargeFacts & {
  readonly kind: 'credited';
  readonly transactionId: string;
  readonly creditedCents: number;
  readonly creditedAt: Date;
  readonly paidCents: number;
  readonly endToEndId: string;
  readonly paidLate: boolean;
  readonly paidAt: Date;
};

/** Money that completed no charge and is in suspense by now. */
type Suspended = ChargeFacts & {
  readonly kind: 'suspended';
  readonly transactionId: string;
  readonly suspendedAt: Date;
  readonly exceptionId: string;
  readonly exceptionKind: string;
  readonly amountCents: number;
  readonly endToEndId: string;
  readonly paidAt: Date;
};

type Refunded = ChargeFacts & {
  readonly kind: 'refunded';
  readonly transactionId: string;
  readonly refundId: string;
  readonly refundCents: number;
  readonly refundedCents: number;
  readonly refundedAt: Date;
};

type Ended = ChargeFacts & { readonly kind: 'expired' | 'canceled'; readonly at: Date };

export type DepositFact = Credited | Suspended | Refunded | Ended;
