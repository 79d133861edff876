import type { ReceivedEvent } from '@entrada/platform/events/consumer';
import { type AccountEvent, originOf } from '../events/decode.ts';
import type { PlanTransaction } from '../ports.ts';
import type { DeliveryJob } from './delivery.job.ts';

/** Sends the deliveries that were leased; called after the commit. */
type Send = () => void;

/** One batch, one transaction: deliveries commit together with the claim of their events. */
export function onEvents(
  sender: Pick<DeliveryJob, 'room' | 'take'>,
  noteAccounts: (accountIds: readonly string[]) => void,
) {
  return async (
    { plan }: PlanTransaction,
    received: readonly ReceivedEvent<AccountEvent | null>[],
  ): Promise<Send> => {
    const events = received.flatMap(({ eventId, event, headers, receivedAt }) => {
      const origin = { ...originOf(headers), receivedAt };
      return event === null ? [] : [{ ...event, id: eventId, isTest: false, ...origin }];
    });
    const claimed = await plan(events, sender.room());
    return () => {
      sender.take(claimed);
      noteAccounts(events.map(({ accountId }) => accountId));
    };
  };
}
