export const EventType = {
  DepositSuccess: 'DEPOSIT_ASSET_SUCCESS',
} as const;
export type EventType = (typeof EventType)[keyof typeof EventType];

/** A deposit whose credit is committed, as the ledger announced it. */
export type CreditedDeposit = {
  readonly transactionId: string;
  readonly creditedCents: number;
  readonly creditedAt: Date;
  readonly accountId: string;
  readonly chargeId: string;
  readonly paymentLinkId: string;
  readonly valueCents: number;
  readonly originalValueCents: number;
  readonly feeCents: number;
  readonly paidCents: number;
  readonly endToEndId: string;
  readonly createdAt: Date;
  readonly paidAt: Date;
};

export type WebhookEvent = {
  /** The `webhook-id` of every try at every endpoint. */
  readonly id: string;
  readonly accountId: string;
  readonly event: EventType;
  readonly body: Buffer;
  readonly occurredAt: Date;
};

export function depositSucceeded(eventId: string, deposit: CreditedDeposit): WebhookEvent {
  const event = EventType.DepositSuccess;
  const body = {
    id: eventId,
    event,
    type: event,
    timestamp: deposit.creditedAt.toISOString(),
    data: {
      transactionId: deposit.transactionId,
      chargeId: deposit.chargeId,
      paymentLinkId: deposit.paymentLinkId,
      externalId: null,
      status: 'COMPLETED',
      value: deposit.valueCents,
      originalValue: deposit.originalValueCents,
      fee: deposit.feeCents,
      creditedValue: deposit.creditedCents,
      paidValue: deposit.paidCents,
      currency: 'BRL',
      endToEndId: deposit.endToEndId,
      paidLate: false,
      createdAt: deposit.createdAt.toISOString(),
      paidAt: deposit.paidAt.toISOString(),
    },
  };
  return {
    id: eventId,
    accountId: deposit.accountId,
    event,
    body: Buffer.from(JSON.stringify(body)),
    occurredAt: deposit.creditedAt,
  };
}
