import { eachUnlessUnavailable } from '@entrada/platform/errors/unavailable';
import type { Ports } from '../ports.ts';
import { pursueReturn } from './pursue-return.ts';
import { recordDecisions } from './resolve-suspense.ts';

const BATCH_SIZE_MAX = 20;

type Needs = Pick<
  Ports,
  | 'claimReturns'
  | 'recordAudit'
  | 'unrecordedDecisions'
  | 'markRecorded'
  | 'transact'
  | 'returnPayment'
  | 'statusOfReturn'
  | 'report'
  | 'now'
  | 'idOf'
>;

type NoteAccounts = (accountIds: readonly string[]) => void;

/**
 * Records decisions that a crash left unrecorded. Advances open returns and passes the accounts of those that ended to
 * `note`. Returns true if more are due.
 */
export function trackReturns(needs: Needs) {
  const pursue = pursueReturn(needs);
  const record = recordDecisions(needs);
  return async (note: NoteAccounts = () => {}): Promise<boolean> => {
    await record();
    if (!needs.returnPayment) return false;
    const due = await needs.claimReturns(BATCH_SIZE_MAX);
    await eachUnlessUnavailable(due, async (item) => {
      const { holderId, resolution } = await pursue(item);
      if (resolution !== item.resolution) note([holderId]);
    });
    return due.length === BATCH_SIZE_MAX;
  };
}
