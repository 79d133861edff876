import type { Received } from '@entrada/platform/events/consumer';
import type { App } from '../app.ts';
import type { AccountEvent } from '../domain/account-event.ts';
import { originOf } from '../events/decode.ts';
import type { PlanTransaction } from '../ports.ts';
import type { DeliveryJob } from './delivery.job.ts';

/** Sends the deliveries that were leased; called after the commit. */
type Send = () => void;

/** One batch, one transaction: deliveries commit together with the claim of their events. */
export function onEvents(
  app: App,
  sender: Pick<DeliveryJob, 'room' | 'take'>,
  noteAccounts: (accountIds: readonly string[]) => void,
) {
  return async (
    tx: PlanTransaction,
    received: readonly Received<AccountEvent | null>[],
  ): Promise<Send> => {
    const events = received.map((record) => ({ ...record, ...originOf(record.headers) }));
    const claimed = await app.planDeliveries(tx, events, sender.room());
    return () => {
      sender.take(claimed);
      noteAccounts(events.flatMap(({ event }) => (event ? [event.accountId] : [])));
    };
  };
}
