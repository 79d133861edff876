import type { BankRefund, Ports, RefundAtBank } from '../ports.ts';

/**
 * Returns a payment that completed no charge. Nothing is stored: the bank knows the return by its
 * id, and whoever set the money aside asks until it has ended.
 */
export function returnPayment({ bank }: Pick<Ports, 'bank'>) {
  return (payment: BankRefund): Promise<RefundAtBank> => bank.refund(payment, { mayBeKnown: true });
}
