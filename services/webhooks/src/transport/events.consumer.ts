import type { ReceivedEvent } from '@entrada/platform/events/consumer';
import { type AccountEvent, originOf } from '../events/decode.ts';
import type { PlanDeliveries } from '../ports.ts';
import type { DeliveryJob } from './delivery.job.ts';

/** Sends the deliveries that were leased; called after the commit. */
type Send = () => void;

/** One batch, one transaction: deliveries commit together with the claim of their events. */
export function handleEvents(
  plan: PlanDeliveries,
  sender: Pick<DeliveryJob, 'room' | 'take'>,
  noteAccounts: (accountIds: readonly string[]) => void,
) {
  return async (
    tx: Parameters<PlanDeliveries>[0],
    received: readonly ReceivedEvent<AccountEvent>[],
  ): Promise<Send> => {
    const events = received.map(({ eventId, event, headers, receivedAt }) => ({
      ...event,
      id: eventId,
      isTest: false,
      ...originOf(headers),
      receivedAt,
    }));
    const claimed = await plan(tx, events, sender.room());
    return () => {
      sender.take(claimed);
      noteAccounts(events.map(({ accountId }) => accountId));
    };
  };
}
