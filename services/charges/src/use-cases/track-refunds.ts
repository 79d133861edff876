import { AppError } from '@entrada/platform/errors/app-error';
import type { Refund } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';
import { pursueRefund } from './pursue-refund.ts';

const BATCH_SIZE_MAX = 20;

type Needs = Pick<Ports, 'charges' | 'refunds' | 'transact' | 'bank' | 'ledger' | 'now'>;

/** Takes refunds further that did not end yet. True when more may be due. */
export function trackRefunds(needs: Needs) {
  const pursue = pursueRefund(needs);
  return async (): Promise<boolean> => {
    const due = await needs.refunds.claimDue(needs.now(), BATCH_SIZE_MAX);
    await Promise.all(due.map((refund) => unlessAway(pursue, refund)));
    return due.length === BATCH_SIZE_MAX;
  };
}

/** Bank or ledger away: the refund comes due again. */
async function unlessAway(
  pursue: (refund: Refund) => Promise<Refund>,
  refund: Refund,
): Promise<void> {
  try {
    await pursue(refund);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
