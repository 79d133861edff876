import {
  checkReplaySize,
  checkReplayWindow,
  deliveryNotFound,
  REPLAY_MAX,
  type Replay,
} from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';
import { checkOwner } from './read-endpoints.ts';

type ReplayOrder = Replay & { readonly dryRun: boolean };

/**
 * Returns how many deliveries are made due again; those never attempted yet are due already. A dry run
 * only counts, and is refused whenever the replay would be.
 */
export function replayWindow({ endpoints, deliveryLog, now }: Ports) {
  const check = checkOwner({ endpoints });
  const proceed = continueReplays({ deliveryLog });
  return async (
    accountId: string,
    endpointId: string,
    { dryRun, ...replay }: ReplayOrder,
  ): Promise<number> => {
    checkReplayWindow(replay, now());
    await check(accountId, endpointId);
    const counted = await deliveryLog.countReplayable(endpointId, replay, REPLAY_MAX + 1);
    checkReplaySize(counted);
    if (dryRun) return counted;
    const count = await deliveryLog.startReplay(endpointId, replay, counted);
    await proceed(endpointId);
    return count;
  };
}

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

/** Starts the schedule of a delivery from its first attempt, whatever its status. */
export function redeliver({ deliveryLog }: Ports) {
  return async (accountId: string, deliveryId: number): Promise<void> => {
    if (!(await deliveryLog.redeliver(accountId, deliveryId))) throw deliveryNotFound();
  };
}
