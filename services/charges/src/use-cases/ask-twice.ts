import { AppError } from '@entrada/platform/errors/app-error';
import type { Payment } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

/**
 * A payment is stored once and for ever, so one that is odd must be told of twice in the same way. A
 * bank that contradicts itself is not believed.
 */
export function askTwice({ bank }: Pick<Ports, 'bank'>) {
  return async (payment: Payment & { readonly txid?: string | null }): Promise<void> => {
    const again = await bank.payment(payment.endToEndId);
    const sameTxid = payment.txid === undefined || payment.txid === again.txid;
    if (again.paidCents === payment.paidCents && sameTxid) return;
    throw new AppError('BAD_UPSTREAM', 'Payment provider unavailable', {
      reason: 'provider_unavailable',
      cause: new Error('the bank tells of one payment in two ways'),
    });
  };
}
