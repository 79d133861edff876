import { eachUnlessUnavailable } from '@entrada/platform/errors/unavailable';
import type { Ports } from '../ports.ts';
import { pursueRefund } from './pursue-refund.ts';

const BATCH_SIZE_MAX = 20;

type Needs = Pick<Ports, 'charges' | 'refunds' | 'transact' | 'bank' | 'ledger' | 'now'>;

/** Takes refunds further that did not end yet. True when more may be due. */
export function trackRefunds(needs: Needs) {
  const pursue = pursueRefund(needs);
  return async (): Promise<boolean> => {
    const due = await needs.refunds.claimDue(needs.now(), BATCH_SIZE_MAX);
    await eachUnlessUnavailable(due, pursue);
    return due.length === BATCH_SIZE_MAX;
  };
}
