import { AppError } from '@entrada/platform/errors/app-error';
import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';

const BATCH_SIZE_MAX = 20;
/** A bank that is back is asked soon, not when the charge would have come up anyway. */
const AWAY_RETRY_MS = 5_000;

type Needs = Pick<
  Ports,
  'charges' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

/**
 * The last look before a charge expires. One that the bank says nothing of stays as it is, and comes
 * due again soon. True when more may be due.
 */
export function checkOverdue({ charges, ...needs }: Needs) {
  const check = checkAtBank(needs);
  const unlessAway = async (charge: Charge): Promise<void> => {
    try {
      await check(charge, 'expiry');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await charges.checkBy(charge.id, new Date(needs.now().getTime() + AWAY_RETRY_MS));
    }
  };
  return async (): Promise<boolean> => {
    const overdue = await charges.claimOverdue(needs.now(), BATCH_SIZE_MAX);
    await Promise.all(overdue.map(unlessAway));
    return overdue.length === BATCH_SIZE_MAX;
  };
}
