import type { ChargeFacts, DepositFact } from './deposit-fact.ts';
import { EventType, type WebhookEvent, webhookEvent } from './webhook-event.ts';

type Data = Readonly<Record<string, unknown>>;
type Telling = {
  readonly event: EventType;
  readonly occurredAt: Date;
  readonly data: Data;
};

/** The event that tells an account holder of a fact, under the fact's own id. */
export function depositEvent(eventId: string, fact: DepositFact): WebhookEvent {
  const { accountId, chargeId } = fact;
  return webhookEvent({ id: eventId, accountId, chargeId, ...telling(fact) });
}

function telling(fact: DepositFact): Telling {
  switch (fact.kind) {
    case 'credited':
      return {
        event: EventType.DepositSuccess,
        occurredAt: fact.creditedAt,
        data: {
          transactionId: fact.transactionId,
          ...chargeIds(fact),
          status: 'COMPLETED',
          ...chargeAmounts(fact),
          creditedValue: fact.creditedCents,
          paidValue: fact.paidCents,
          currency: 'BRL',
          endToEndId: fact.endToEndId,
          paidLate: fact.paidLate,
          createdAt: fact.createdAt.toISOString(),
          paidAt: fact.paidAt.toISOString(),
        },
      };
    case 'expired':
      return {
        event: EventType.DepositExpired,
        occurredAt: fact.at,
        data: { ...unpaid(fact, 'EXPIRED'), expiredAt: fact.at.toISOString() },
      };
    case 'canceled':
      return {
        event: EventType.DepositCanceled,
        occurredAt: fact.at,
        data: { ...unpaid(fact, 'CANCELED'), canceledAt: fact.at.toISOString() },
      };
    case 'refunded':
      return {
        event: EventType.DepositRefunded,
        occurredAt: fact.refundedAt,
        data: {
          transactionId: fact.transactionId,
          refundId: fact.refundId,
          ...unpaid(fact, 'COMPLETED'),
          refundValue: fact.refundCents,
          refundedValue: fact.refundedCents,
          refundedAt: fact.refundedAt.toISOString(),
        },
      };
    case 'suspended':
      return {
        event: EventType.DepositException,
        occurredAt: fact.suspendedAt,
        data: {
          transactionId: fact.transactionId,
          exceptionId: fact.exceptionId,
          kind: fact.exceptionKind,
          amount: fact.amountCents,
          ...chargeIds(fact),
          ...chargeAmounts(fact),
          currency: 'BRL',
          endToEndId: fact.endToEndId,
          createdAt: fact.createdAt.toISOString(),
          paidAt: fact.paidAt.toISOString(),
          suspendedAt: fact.suspendedAt.toISOString(),
        },
      };
  }
}

function unpaid(charge: ChargeFacts, status: string): Data {
  return {
    ...chargeIds(charge),
    status,
    ...chargeAmounts(charge),
    currency: 'BRL',
    createdAt: charge.createdAt.toISOString(),
  };
}

function chargeIds({ chargeId, paymentLinkId, externalId }: ChargeFacts): Data {
  return { chargeId, paymentLinkId, externalId };
}

function chargeAmounts({ valueCents, originalValueCents, feeCents }: ChargeFacts): Data {
  return { value: valueCents, originalValue: originalValueCents, fee: feeCents };
}
