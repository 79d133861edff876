import type { Price } from './fee.ts';

export const ChargeStatus = {
  Pending: 'PENDING',
  Completed: 'COMPLETED',
  Expired: 'EXPIRED',
  Canceled: 'CANCELED',
} as const;
export type ChargeStatus = (typeof ChargeStatus)[keyof typeof ChargeStatus];

/** Money that arrived at the bank for a charge. */
export type Payment = {
  readonly endToEndId: string;
  readonly paidCents: number;
  readonly paidAt: Date;
};

export type Charge = Price & {
  readonly id: string;
  readonly accountId: string;
  readonly paymentLinkId: string;
  readonly txid: string;
  readonly emv: string;
  readonly status: ChargeStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export type ChargeCompleted = {
  readonly charge: Charge;
  readonly payment: Payment;
  readonly confirmedAt: Date;
};

/**
 * The first payment that covers a pending charge completes it. A payment may be reported many
 * times and by several routes; any later report changes nothing.
 */
export function complete(
  charge: Charge,
  payments: readonly Payment[],
  confirmedAt: Date,
): ChargeCompleted | null {
  if (charge.status !== ChargeStatus.Pending) return null;
  const payment = payments.find(({ paidCents }) => paidCents >= charge.value);
  if (!payment) return null;
  return {
    charge: { ...charge, status: ChargeStatus.Completed },
    payment,
    confirmedAt,
  };
}
