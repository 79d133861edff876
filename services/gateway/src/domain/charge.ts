import { LIMITS } from '@entrada/contracts/limits';

/** What a callback of the bank says about a payment. */
export type NotifiedPayment = {
  /** Empty where the bank does not tell. */
  readonly txid: string;
  readonly endToEndId: string;
  /** Whether some of it went back to the payer. */
  readonly isReturned: boolean;
};

export const CHARGE_STATUSES = ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** Seconds. */
export const EXPIRES_IN = {
  min: LIMITS.charge.expiresInSecondsMin,
  max: LIMITS.charge.expiresInSecondsMax,
};

export type Charge = {
  readonly id: string;
  readonly emv: string;
  readonly paymentLinkId: string;
  readonly value: number;
  readonly originalValue: number;
  readonly fee: number;
  readonly status: ChargeStatus;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly externalId: string | null;
  readonly description: string | null;
  readonly paidAt: string | null;
  readonly paidLate: boolean;
  readonly refundedValue: number;
  /** Of the payment that completed it. */
  readonly endToEndId: string | null;
  readonly paidValue: number | null;
  /** Null until it is paid. */
  readonly creditedValue: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Null: not paid, or not reported by the bank. */
  readonly payer: { readonly name: string; readonly document: string } | null;
};

/** What an open payment page follows. */
export type LinkStatus = {
  readonly status: ChargeStatus;
  /** Cents of all its payments, also of those that did not complete it. */
  readonly received: number;
};

/** What a payer may see of a charge. */
export type PaymentLink = LinkStatus &
  Pick<Charge, 'paymentLinkId' | 'emv' | 'value' | 'expiresAt' | 'description'> & {
    readonly accountId: string;
    /** The name in the code, which the payer's bank shows too; null: it has none. */
    readonly receiver: string | null;
  };

export const REFUND_STATUSES = ['PROCESSING', 'SETTLED', 'FAILED'] as const;

export type RefundsWanted = {
  readonly accountId: string;
  /** Of one charge only. */
  readonly paymentLinkId?: string;
  readonly status?: (typeof REFUND_STATUSES)[number] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export type Refund = {
  readonly id: string;
  readonly value: number;
  readonly status: (typeof REFUND_STATUSES)[number];
  /** Who returned the money: the account, or the bank by itself. */
  readonly origin: 'CLIENT' | 'BANK';
  /** Of a return by the bank, in its own words, such as `MED_FRAUDE`. */
  readonly natureza: string | null;
  readonly reason: string | null;
  readonly endToEndId: string;
  readonly createdAt: string;
  readonly settledAt: string | null;
  readonly failure: string | null;
  readonly failureCode: string | null;
  readonly paymentLinkId: string;
};
