import type { RefundStatus } from '@entrada/pix/client/refund';
import { BankError } from './bank-error.ts';
import type { Payment } from './charge.ts';

const REFUNDABLE_DAYS = 90;
const DAY_MS = 86_400_000;

export type Refund = {
  readonly endToEndId: string;
  /** Chosen by the receiver, unique for the payment. */
  readonly id: string;
  readonly rtrId: string;
  readonly valueCents: number;
  readonly status: RefundStatus;
  readonly requestedAt: Date;
  readonly settledAt: Date | null;
};

export type NewRefund = Omit<Refund, 'settledAt' | 'status'> & {
  readonly settlesAt: Date;
  readonly settlesAs: 'DEVOLVIDO' | 'NAO_REALIZADO';
};

/** Passes when this much of the payment can go back now. */
export function mayRefund(payment: Payment, valueCents: number, now: Date): void {
  const takenCents = payment.refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, refund) => sum + refund.valueCents, 0);
  if (takenCents + valueCents > payment.valueCents) {
    throw new BankError('PixDevolucaoInvalida', 'More would go back than was paid.');
  }
  if (now.getTime() - payment.paidAt.getTime() > REFUNDABLE_DAYS * DAY_MS) {
    throw new BankError('PixDevolucaoInvalida', `The payment is over ${REFUNDABLE_DAYS} days old.`);
  }
}
