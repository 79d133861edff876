import { depositEvent } from '../domain/deposit-events.ts';
import type { DepositFact } from '../domain/deposit-fact.ts';
import type { AnnounceTransaction, ClaimedDelivery, Room } from '../ports.ts';

type Heard = {
  readonly eventId: string;
  /** Null: a fact that concerns nobody we tell. */
  readonly event: DepositFact | null;
  readonly traceId: string | null;
};

/**
 * Plans the deliveries of a batch of facts in the transaction that claims them. Returns those that
 * can be sent as soon as it is committed.
 */
export function announceDeposits() {
  return (
    { announce }: AnnounceTransaction,
    facts: readonly Heard[],
    room: Room,
  ): Promise<readonly ClaimedDelivery[]> =>
    announce(
      facts.flatMap(({ eventId, event, traceId }) =>
        event === null ? [] : [{ ...depositEvent(eventId, event), traceId }],
      ),
      room,
    );
}
