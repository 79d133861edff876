import type { AccountEvent } from '../domain/account-event.ts';
import { webhookEventOf } from '../domain/webhook-event-of.ts';
import type { ClaimedDelivery, Origin, PlanTransaction, Room } from '../ports.ts';

type Received = Origin & {
  readonly eventId: string;
  /** Null: it concerns no account that we notify. */
  readonly event: AccountEvent | null;
};

/**
 * Plans the deliveries of a batch of events in the transaction that claims them. Returns those that
 * can be sent as soon as it is committed.
 */
export function planDeliveries() {
  return (
    { plan }: PlanTransaction,
    received: readonly Received[],
    room: Room,
  ): Promise<readonly ClaimedDelivery[]> =>
    plan(
      received.flatMap(({ eventId, event, requestIds, traceParent }) =>
        event === null ? [] : [{ ...webhookEventOf(eventId, event), requestIds, traceParent }],
      ),
      room,
    );
}
