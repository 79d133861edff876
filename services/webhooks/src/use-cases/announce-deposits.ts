import type { DepositEvent } from '../domain/deposit-event.ts';
import { webhookEventOf } from '../domain/deposit-webhook-event.ts';
import type { AnnounceTransaction, ClaimedDelivery, Room } from '../ports.ts';

type Received = {
  readonly eventId: string;
  /** Null: it concerns no account that we notify. */
  readonly event: DepositEvent | null;
  readonly traceId: string | null;
};

/**
 * Plans the deliveries of a batch of events in the transaction that claims them. Returns those that
 * can be sent as soon as it is committed.
 */
export function announceDeposits() {
  return (
    { announce }: AnnounceTransaction,
    received: readonly Received[],
    room: Room,
  ): Promise<readonly ClaimedDelivery[]> =>
    announce(
      received.flatMap(({ eventId, event, traceId }) =>
        event === null ? [] : [{ ...webhookEventOf(eventId, event), traceId }],
      ),
      room,
    );
}
