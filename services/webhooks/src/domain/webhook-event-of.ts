import type { AccountEvent, ChargeDetails } from './account-event.ts';
import { type EventData, EventType, type WebhookEvent } from './webhook-event.ts';

type Content = {
  readonly event: EventType;
  readonly occurredAt: Date;
  readonly data: EventData;
};
type Of<K extends AccountEvent['kind']> = Extract<AccountEvent, { kind: K }>;

/** What an account is sent about an event, under the same event id. */
export function webhookEventOf(eventId: string, event: AccountEvent): WebhookEvent {
  const { accountId } = event;
  const chargeId = 'charge' in event ? (event.charge?.chargeId ?? null) : event.chargeId;
  return { id: eventId, accountId, chargeId, isTest: false, ...contentOf(event) };
}

function contentOf(event: AccountEvent): Content {
  switch (event.kind) {
    case 'credited':
      return credited(event);
    case 'expired': {
      const data = { ...chargeData(event, 'EXPIRED'), expiredAt: event.at.toISOString() };
      return { event: EventType.DepositExpired, occurredAt: event.at, data };
    }
    case 'canceled': {
      const data = { ...chargeData(event, 'CANCELED'), canceledAt: event.at.toISOString() };
      return { event: EventType.DepositCanceled, occurredAt: event.at, data };
    }
    case 'refunded':
      return refunded(event);
    case 'returned':
      return returned(event);
    case 'refund_failed':
      return refundFailed(event);
    case 'suspended':
      return suspended(event);
    case 'resolved':
      return resolved(event);
  }
}

function credited(credit: Of<'credited'>): Content {
  return {
    event: EventType.DepositSuccess,
    occurredAt: credit.creditedAt,
    data: {
      transactionId: credit.transactionId,
      ...chargeIds(credit),
      status: 'COMPLETED',
      ...chargeAmounts(credit),
      creditedValue: credit.creditedCents,
      paidValue: credit.paidCents,
      currency: 'BRL',
      endToEndId: credit.endToEndId,
      paidLate: credit.paidLate,
      createdAt: credit.createdAt.toISOString(),
      paidAt: credit.paidAt.toISOString(),
      payer: credit.payer,
    },
  };
}

function refunded(refund: Of<'refunded'>): Content {
  return {
    event: EventType.DepositRefunded,
    occurredAt: refund.refundedAt,
    data: {
      transactionId: refund.transactionId,
      refundId: refund.refundId,
      origin: 'CLIENT',
      natureza: null,
      endToEndId: null,
      ...chargeData(refund, 'COMPLETED'),
      refundValue: refund.refundCents,
      refundedValue: refund.refundedCents,
      owedValue: 0,
      refundedAt: refund.refundedAt.toISOString(),
    },
  };
}

function returned(made: Of<'returned'>): Content {
  return {
    event: EventType.DepositRefunded,
    occurredAt: made.bookedAt,
    data: {
      transactionId: made.transactionId,
      refundId: made.returnId,
      origin: 'BANK',
      natureza: made.natureza,
      endToEndId: made.endToEndId,
      ...chargeData(made.charge, made.wasCredited ? 'COMPLETED' : null),
      refundValue: made.returnCents,
      refundedValue: made.refundedCents,
      owedValue: made.owedCents,
      refundedAt: made.bookedAt.toISOString(),
    },
  };
}

function refundFailed(refund: Of<'refund_failed'>): Content {
  return {
    event: EventType.DepositRefundFailed,
    occurredAt: refund.releasedAt,
    data: {
      transactionId: refund.transactionId,
      refundId: refund.refundId,
      ...chargeData(refund, 'COMPLETED'),
      refundValue: refund.refundCents,
      reason: refund.reason,
      failedAt: refund.failedAt.toISOString(),
    },
  };
}

function suspended(payment: Of<'suspended'>): Content {
  return {
    event: EventType.DepositException,
    occurredAt: payment.suspendedAt,
    data: {
      transactionId: payment.transactionId,
      exceptionId: payment.exceptionId,
      kind: payment.exceptionKind,
      amount: payment.amountCents,
      ...chargeIds(payment),
      ...chargeAmounts(payment),
      currency: 'BRL',
      endToEndId: payment.endToEndId,
      createdAt: payment.createdAt.toISOString(),
      paidAt: payment.paidAt.toISOString(),
      suspendedAt: payment.suspendedAt.toISOString(),
      payer: payment.payer,
    },
  };
}

function resolved(decision: Of<'resolved'>): Content {
  const { status: _, ...charge } = chargeData(decision.charge, null);
  return {
    event: EventType.DepositExceptionResolved,
    occurredAt: decision.resolvedAt,
    data: {
      transactionId: decision.transactionId,
      exceptionId: decision.exceptionId,
      kind: decision.exceptionKind,
      resolution: decision.resolution,
      amount: decision.amountCents,
      endToEndId: decision.endToEndId,
      ...charge,
      paidAt: decision.paidAt.toISOString(),
      resolvedAt: decision.resolvedAt.toISOString(),
      payer: decision.payer,
    },
  };
}

/** The same fields with or without a charge, so that receivers always find each of them. */
function chargeData(charge: ChargeDetails | null, status: string | null) {
  return {
    chargeId: charge?.chargeId ?? null,
    paymentLinkId: charge?.paymentLinkId ?? null,
    externalId: charge?.externalId ?? null,
    metadata: charge?.metadata ?? {},
    status: charge ? status : null,
    value: charge?.valueCents ?? null,
    originalValue: charge?.originalValueCents ?? null,
    fee: charge?.feeCents ?? null,
    currency: 'BRL',
    createdAt: charge?.createdAt.toISOString() ?? null,
  };
}

function chargeIds(charge: ChargeDetails): EventData {
  const { chargeId, paymentLinkId, externalId, metadata } = charge;
  return { chargeId, paymentLinkId, externalId, metadata };
}

function chargeAmounts({ valueCents, originalValueCents, feeCents }: ChargeDetails): EventData {
  return { value: valueCents, originalValue: originalValueCents, fee: feeCents };
}
