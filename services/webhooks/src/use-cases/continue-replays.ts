import type { Ports } from '../ports.ts';

const BATCH_SIZE_MAX = 2_000;
/** The caller waits for no more than this; the job goes on where it ends. */
const BATCHES_AT_ONCE_MAX = 8;

/** Makes some batches of a replay, of any endpoint unless one is given. True when there may be more. */
export function continueReplays({ deliveryLog }: Pick<Ports, 'deliveryLog'>) {
  return async (endpointId?: string): Promise<boolean> => {
    for (let batch = 0; batch < BATCHES_AT_ONCE_MAX; batch += 1) {
      if (!(await deliveryLog.continueReplay(BATCH_SIZE_MAX, endpointId))) return false;
    }
    return true;
  };
}
