import type { BankRefund, FoundAtBank } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';

/** How a return stands at the bank, or null when the bank knows of none. */
export function getReturn({ bank }: Pick<Ports, 'bank'>) {
  return (payment: BankRefund): Promise<FoundAtBank | null> => bank.findRefund(payment);
}
