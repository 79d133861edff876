import { checkReplaySize, checkReplayWindow, REPLAY_MAX } from '../domain/delivery.ts';
import type { Ports, Window } from '../ports.ts';
import { getEndpoint } from './get-endpoint.ts';

const BATCH_SIZE_MAX = 2_000;

type Needs = Pick<Ports, 'endpoints' | 'deliveryLog' | 'now'>;

/** Says how many deliveries it made due again; those never tried yet are due as it is. */
export function replayWindow({ endpoints, deliveryLog, now }: Needs) {
  const get = getEndpoint({ endpoints });
  return async (accountId: string, endpointId: string, window: Window): Promise<number> => {
    checkReplayWindow(window, now());
    await get(accountId, endpointId);
    const replay = { ...window, asOf: await deliveryLog.time() };
    checkReplaySize(await deliveryLog.countReplayable(endpointId, replay, REPLAY_MAX + 1));
    let count = 0;
    while (count < REPLAY_MAX) {
      const replayed = await deliveryLog.replay(endpointId, replay, BATCH_SIZE_MAX);
      count += replayed;
      if (replayed < BATCH_SIZE_MAX) break;
    }
    return count;
  };
}
