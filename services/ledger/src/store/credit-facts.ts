import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { factId } from '@entrada/platform/events/fact-id';
import { appendToOutbox, type Fact } from '@entrada/platform/events/outbox';
import type { ClientBase } from 'pg';
import type { Credit } from '../ports.ts';

export function announceCredits(tx: ClientBase, credits: readonly Credit[]): Promise<void> {
  return appendToOutbox(tx, credits.map(toFact));
}

function toFact({ transactionId, charge, creditedCents, at }: Credit): Fact {
  const value = LedgerEvent.serialize({
    depositCredited: {
      transactionId,
      creditedCents,
      creditedAt: at.toISOString(),
      charge: charge.announced as ChargeCompletedInput,
    },
  });
  const eventId = factId('deposit-credited', charge.chargeId);
  return { topic: Topic.Ledger, key: charge.accountId, eventId, value };
}
