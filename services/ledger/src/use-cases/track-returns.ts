import { eachUnlessUnavailable } from '@entrada/platform/errors/unavailable';
import type { Ports } from '../ports.ts';
import { pursueReturn } from './pursue-return.ts';

const BATCH_SIZE_MAX = 20;

type Needs = Pick<
  Ports,
  'claimReturns' | 'transact' | 'returnPayment' | 'statusOfReturn' | 'report' | 'now' | 'idOf'
>;

/** Takes returns further that have not ended, such as those whose process died. True: more are due. */
export function trackReturns(needs: Needs) {
  const pursue = pursueReturn(needs);
  return async (): Promise<boolean> => {
    if (!needs.returnPayment) return false;
    const due = await needs.claimReturns(BATCH_SIZE_MAX);
    await eachUnlessUnavailable(due, pursue);
    return due.length === BATCH_SIZE_MAX;
  };
}
