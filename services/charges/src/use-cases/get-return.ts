import { AppError } from '@entrada/platform/errors/app-error';
import type { BankRefund, FoundAtBank } from '../domain/refund.ts';
import { unreadReturnsId } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';

/**
 * How a return stands at the bank, or null when the bank knows of none. Throws while a return of the payment
 * cannot be read: it may be this one.
 */
export function getReturn({ bank, unclear }: Pick<Ports, 'bank' | 'unclear'>) {
  return async (payment: BankRefund): Promise<FoundAtBank | null> => {
    if (await unclear.find(unreadReturnsId(payment.endToEndId))) throw returnUnreadable();
    return bank.findRefund(payment);
  };
}

function returnUnreadable(): AppError {
  const reason = 'return_unreadable';
  const message =
    'The bank reports a return of this payment that cannot be read: see operator unclear, and ask the bank';
  return new AppError('CONFLICT', message, { reason });
}
