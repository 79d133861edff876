import { AppError } from '@entrada/platform/errors/app-error';
import { type Charge, retryCheckAt } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { checkAtBank } from './confirm-payment.ts';

const BATCH_SIZE_MAX = 20;

/**
 * Checks an overdue charge at the bank before it becomes EXPIRED. Without a response it stays PENDING and is checked again
 * soon. It stays PENDING too while the bank answers without saying that it is unpaid, for instance that
 * it knows no such charge, which a wrong address or another account also answers; then the growing
 * pauses of `claimOverdue` apply. True when more may be due.
 */
export function checkOverdue(needs: Ports) {
  const { charges } = needs;
  const check = checkAtBank(needs);
  const checkOrRetry = async (charge: Charge): Promise<void> => {
    try {
      await check(charge, 'expiry');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'BAD_UPSTREAM') return;
      await charges.checkBy(charge.id, retryCheckAt(charge, needs.now()));
    }
  };
  return async (): Promise<boolean> => {
    const overdue = await charges.claimOverdue(needs.now(), BATCH_SIZE_MAX);
    await Promise.all(overdue.map(checkOrRetry));
    return overdue.length === BATCH_SIZE_MAX;
  };
}
