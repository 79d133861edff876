import { checkReplaySize, checkReplayWindow, REPLAY_MAX, type Replay } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';
import { continueReplays } from './continue-replays.ts';
import { checkOwner } from './steps/check-owner.ts';

type Needs = Pick<Ports, 'endpoints' | 'deliveryLog' | 'now'>;
type Asked = Replay & { readonly dryRun: boolean };

/**
 * Returns how many deliveries are made due again; those never attempted yet are due already. A dry run
 * only counts, and is refused whenever the replay would be.
 */
export function replayWindow({ endpoints, deliveryLog, now }: Needs) {
  const check = checkOwner({ endpoints });
  const proceed = continueReplays({ deliveryLog });
  return async (
    accountId: string,
    endpointId: string,
    { dryRun, ...replay }: Asked,
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
