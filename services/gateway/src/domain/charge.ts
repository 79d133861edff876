import { LIMITS } from '@entrada/contracts/limits';

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
};

/** What a payer may see of a charge. */
export type PaymentLink = Pick<
  Charge,
  'paymentLinkId' | 'emv' | 'value' | 'status' | 'expiresAt' | 'description'
> & {
  /** The name in the code, which the payer's bank shows too; null: it has none. */
  readonly receiver: string | null;
};

export type Refund = {
  readonly id: string;
  readonly value: number;
  readonly status: 'PROCESSING' | 'SETTLED' | 'FAILED';
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
};
