import { BankError } from './bank-error.ts';
import type { Refund } from './refund.ts';

const REFUNDABLE_DAYS = 90;
const DAY_MS = 86_400_000;

export type Payment = {
  readonly endToEndId: string;
  /** Null when the payer used the key instead of a code. */
  readonly txid: string | null;
  readonly pixKey: string;
  readonly valueCents: number;
  readonly paidAt: Date;
  readonly refunds: readonly Refund[];
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

/** ISPB of the payer's institution; no real one has this number. */
const PAYER_ISPB = '99999999';
export const END_TO_END_SUFFIX_LENGTH = 11;

/** `E`, the payer's institution, the minute in UTC and eleven characters that make it unique. */
export function endToEndId(paidAt: Date, suffix: string): string {
  return `E${PAYER_ISPB}${minuteOf(paidAt)}${suffix}`;
}

/** The same for money that goes back. */
export function returnId(requestedAt: Date, suffix: string): string {
  return `D${PAYER_ISPB}${minuteOf(requestedAt)}${suffix}`;
}

function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace(/[-T:]/g, '');
}
