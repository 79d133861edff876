import { fieldError } from '@entrada/platform/errors/app-error';
import type { BankRefund, RefundAtBank } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';

/**
 * Returns a payment that completed no charge, or what it has beyond its charge. Nothing is stored:
 * the bank knows the return by its id, and the caller that set the money aside asks until it has ended.
 */
export function returnPayment({ bank, payments }: Pick<Ports, 'bank' | 'payments'>) {
  return async (payment: BankRefund): Promise<RefundAtBank> => {
    const returnableCents = await payments.exceptionalCents(payment.endToEndId);
    if (returnableCents !== null && payment.valueCents > returnableCents) {
      // The rest is credited to somebody, and goes back by a refund of the charge alone.
      throw fieldError('value', `must be at most ${returnableCents} cents`, {
        code: 'OUT_OF_RANGE',
        reason: 'return_out_of_range',
      });
    }
    await payments.requestReturn(payment.endToEndId, payment.id.replaceAll('-', ''));
    return bank.refund(payment, { mayBeKnown: true });
  };
}
