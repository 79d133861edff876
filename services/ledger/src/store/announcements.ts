import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { LedgerEventInput } from '@entrada/contracts/gen/events/v1/LedgerEvent';
import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { RefundSettledInput } from '@entrada/contracts/gen/events/v1/RefundSettled';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { factId } from '@entrada/platform/events/fact-id';
import { appendToOutbox, type Fact } from '@entrada/platform/events/outbox';
import type { ClientBase } from 'pg';
import { creditOf } from '../domain/deposit.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import type { Announcement } from '../ports.ts';

export function announce(tx: ClientBase, announcements: readonly Announcement[]): Promise<void> {
  return appendToOutbox(tx, announcements.map(toFact));
}

function toFact(announcement: Announcement): Fact {
  const { key, eventId, event } = told(announcement);
  return { topic: Topic.Ledger, key, eventId, value: LedgerEvent.serialize(event) };
}

type Told = {
  readonly key: string;
  readonly eventId: string;
  readonly event: LedgerEventInput;
};

function told({ type, posted }: Announcement): Told {
  const { id: transactionId, at: bookedAt, holderId } = posted.booked;
  const at = bookedAt.toISOString();
  switch (type) {
    case 'credited': {
      const { deposit, announced } = posted.fact;
      const charge = announced as ChargeCompletedInput;
      const creditedCents = creditOf(deposit);
      return {
        key: holderId,
        eventId: factId('deposit-credited', deposit.chargeId),
        event: { depositCredited: { transactionId, creditedCents, creditedAt: at, charge } },
      };
    }
    case 'suspended': {
      const { payment, announced } = posted.fact;
      const exception = announced as PaymentExceptionInput;
      return {
        key: holderId === PLATFORM_ID ? payment.exceptionId : holderId,
        eventId: factId('payment-suspended', payment.exceptionId),
        event: { paymentSuspended: { transactionId, suspendedAt: at, exception } },
      };
    }
    case 'refunded': {
      const { refund, announced } = posted.fact;
      return {
        key: holderId,
        eventId: factId('refund-posted', refund.refundId),
        event: {
          refundPosted: { transactionId, postedAt: at, refund: announced as RefundSettledInput },
        },
      };
    }
  }
}
