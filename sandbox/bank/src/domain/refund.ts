import type { RefundStatus } from '@entrada/pix/client/refund';
import { BankError } from './bank-error.ts';
import type { Payment } from './charge.ts';

const REFUNDABLE_DAYS = 90;
const DAY_MS = 86_400_000;

/** Why money goes back, in the words of the Pix API. */
export const NATURES = [
  'ORIGINAL',
  'RETIRADA',
  'MED_OPERACIONAL',
  'MED_FRAUDE',
  'MED_PIX_AUTOMATICO',
] as const;
export type Nature = (typeof NATURES)[number];

export type Refund = {
  readonly endToEndId: string;
  /** Chosen by whoever asked for it, unique for the payment. */
  readonly id: string;
  readonly origin: 'RECEIVER' | 'BANK';
  readonly nature: Nature;
  readonly rtrId: string;
  readonly valueCents: number;
  readonly status: RefundStatus;
  readonly requestedAt: Date;
  readonly settledAt: Date | null;
};

export type NewRefund = Refund & {
  readonly settlesAt: Date;
  readonly settlesAs: 'DEVOLVIDO' | 'NAO_REALIZADO';
};

/** Passes when this much of the payment can go back now. */
export function mayRefund(payment: Payment, valueCents: number, now: Date): void {
  if (valueCents > leftCents(payment)) {
    throw new BankError('PixDevolucaoInvalida', 'More would go back than was paid.');
  }
  if (now.getTime() - payment.paidAt.getTime() > REFUNDABLE_DAYS * DAY_MS) {
    throw new BankError('PixDevolucaoInvalida', `The payment is over ${REFUNDABLE_DAYS} days old.`);
  }
}

/** What of a payment has neither gone back nor is on its way. */
export function leftCents(payment: Payment): number {
  return payment.refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((left, refund) => left - refund.valueCents, payment.valueCents);
}
