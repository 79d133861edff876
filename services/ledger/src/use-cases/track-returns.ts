import { AppError } from '@entrada/platform/errors/app-error';
import type { SuspenseItem } from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { pursueReturn } from './pursue-return.ts';

const BATCH_SIZE_MAX = 20;

type Needs = Pick<Ports, 'claimReturns' | 'transact' | 'returnPayment' | 'now' | 'idOf'>;

/** Takes returns further that have not ended, such as those whose process died. True: more are due. */
export function trackReturns(needs: Needs) {
  const pursue = pursueReturn(needs);
  return async (): Promise<boolean> => {
    if (!needs.returnPayment) return false;
    const due = await needs.claimReturns(BATCH_SIZE_MAX);
    await Promise.all(due.map((item) => unlessAway(pursue, item)));
    return due.length === BATCH_SIZE_MAX;
  };
}

/** Nobody can be asked: the return stays as it is and comes due again. */
export async function unlessAway(
  pursue: (item: SuspenseItem) => Promise<SuspenseItem>,
  item: SuspenseItem,
): Promise<SuspenseItem> {
  try {
    return await pursue(item);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return item;
  }
}
