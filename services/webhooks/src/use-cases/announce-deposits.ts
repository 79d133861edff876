import { depositEvent } from '../domain/deposit-events.ts';
import type { DepositFact } from '../domain/deposit-fact.ts';
import type { AnnouncementTransaction } from '../ports.ts';

type Heard = {
  readonly eventId: string;
  /** Null: a fact that concerns nobody we tell. */
  readonly event: DepositFact | null;
  readonly traceId: string | null;
};

/** Plans the deliveries of a batch of facts in the transaction that claims them. */
export function announceDeposits() {
  return ({ announce }: AnnouncementTransaction, facts: readonly Heard[]): Promise<void> =>
    announce(
      facts.flatMap(({ eventId, event, traceId }) =>
        event === null ? [] : [{ ...depositEvent(eventId, event), traceId }],
      ),
    );
}
