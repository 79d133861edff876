import { type CreditedDeposit, depositSucceeded } from '../domain/webhook-event.ts';
import type { AnnouncementTransaction } from '../ports.ts';

type Fact = { readonly eventId: string; readonly event: CreditedDeposit };

/** Plans the deliveries of a batch of credits in the transaction that claims their facts. */
export function announceDeposits() {
  return ({ announce }: AnnouncementTransaction, facts: readonly Fact[]): Promise<void> =>
    announce(facts.map(({ eventId, event }) => depositSucceeded(eventId, event)));
}
