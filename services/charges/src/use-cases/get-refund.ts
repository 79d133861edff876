import { AppError } from '@entrada/platform/errors/app-error';
import { EVERY_REFUND, type ListedRefund } from '../domain/views.ts';
import type { Ports } from '../ports.ts';

/** A refund of the account, or a return by the bank. */
export function getRefund({ history }: Pick<Ports, 'history'>) {
  return async (accountId: string, refundId: string): Promise<ListedRefund> => {
    const [found] = await history.refundsOf(accountId, { ...EVERY_REFUND, refundId, limit: 1 });
    if (found) return found;
    throw new AppError('NOT_FOUND', 'Refund not found', { reason: 'refund_not_found' });
  };
}
