import { checkReplaySize, checkReplayWindow, REPLAY_MAX } from '../domain/delivery.ts';
import type { Window } from '../domain/delivery-log.ts';
import type { Ports } from '../ports.ts';
import { continueReplays } from './continue-replays.ts';
import { getEndpoint } from './get-endpoint.ts';

type Needs = Pick<Ports, 'endpoints' | 'deliveryLog' | 'now'>;

/** Returns how many deliveries are made due again; those never attempted yet are due already. */
export function replayWindow({ endpoints, deliveryLog, now }: Needs) {
  const get = getEndpoint({ endpoints });
  const proceed = continueReplays({ deliveryLog });
  return async (accountId: string, endpointId: string, window: Window): Promise<number> => {
    checkReplayWindow(window, now());
    await get(accountId, endpointId);
    const wanted = await deliveryLog.countReplayable(endpointId, window, REPLAY_MAX + 1);
    checkReplaySize(wanted);
    const count = await deliveryLog.startReplay(endpointId, window, wanted);
    await proceed(endpointId);
    return count;
  };
}
