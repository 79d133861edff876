import type { Ports } from '../ports.ts';

const BATCH_SIZE_MAX = 2_000;
/** Limits how long the request that started a replay waits; the job does the rest. */
const BATCHES_AT_ONCE_MAX = 8;

/** Makes some batches of replays; of any endpoint if none is given. True: there may be more. */
export function continueReplays({ deliveryLog }: Pick<Ports, 'deliveryLog'>) {
  return async (endpointId?: string): Promise<boolean> => {
    for (let batch = 0; batch < BATCHES_AT_ONCE_MAX; batch += 1) {
      if (!(await deliveryLog.continueReplay(BATCH_SIZE_MAX, endpointId))) return false;
    }
    return true;
  };
}
