import { eachUnlessUnavailable } from '@entrada/platform/errors/unavailable';
import type { Ports } from '../ports.ts';
import { pursueReturn } from './pursue-return.ts';

const BATCH_SIZE_MAX = 20;

type Needs = Pick<
  Ports,
  'claimReturns' | 'transact' | 'returnPayment' | 'statusOfReturn' | 'report' | 'now' | 'idOf'
>;

type NoteAccounts = (accountIds: readonly string[]) => void;

/**
 * Takes returns further that have not ended, such as those whose process died, and notes whose have ended. True: more are
 * due.
 */
export function trackReturns(needs: Needs) {
  const pursue = pursueReturn(needs);
  return async (note: NoteAccounts = () => {}): Promise<boolean> => {
    if (!needs.returnPayment) return false;
    const due = await needs.claimReturns(BATCH_SIZE_MAX);
    await eachUnlessUnavailable(due, async (item) => {
      const { holderId, resolution } = await pursue(item);
      if (resolution !== item.resolution) note([holderId]);
    });
    return due.length === BATCH_SIZE_MAX;
  };
}
