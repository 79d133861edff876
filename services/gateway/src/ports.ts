import type { Caller } from './domain/caller.ts';

export type ChargeStatus = 'PENDING' | 'COMPLETED' | 'EXPIRED' | 'CANCELED';

export type Charge = {
  readonly id: string;
  readonly emv: string;
  readonly paymentLinkId: string;
  readonly value: number;
  readonly originalValue: number;
  readonly fee: number;
  readonly status: ChargeStatus;
  readonly createdAt: string;
};

export type PaymentLink = Pick<Charge, 'paymentLinkId' | 'emv' | 'value' | 'status'> & {
  readonly expiresAt: string;
};

export type Ports = {
  /** Null when the key is not good. */
  readonly verifyKey: (key: string) => Promise<Caller | null>;
  readonly createCharge: (input: { accountId: string; value: number }) => Promise<Charge>;
  readonly getCharge: (input: {
    accountId: string;
    paymentLinkId: string;
  }) => Promise<{ charge: Charge; statusSource: 'provider' | 'stored' }>;
  readonly getPaymentLink: (paymentLinkId: string) => Promise<PaymentLink>;
  readonly notifyPayments: (txids: readonly string[]) => Promise<void>;
  readonly getBalance: (accountId: string) => Promise<{ available: number; suspense: number }>;
  readonly drawQr: (text: string) => Promise<Buffer>;
  /** May forget at any time; never fails. */
  readonly qrImages: {
    get(paymentLinkId: string): Promise<Buffer | undefined>;
    set(paymentLinkId: string, image: Buffer): Promise<void>;
  };
};
