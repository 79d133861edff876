export const EventType = {
  DepositSuccess: 'DEPOSIT_ASSET_SUCCESS',
  DepositExpired: 'DEPOSIT_ASSET_EXPIRED',
  DepositCanceled: 'DEPOSIT_ASSET_CANCELED',
  DepositRefunded: 'DEPOSIT_ASSET_REFUNDED',
  DepositRefundFailed: 'DEPOSIT_ASSET_REFUND_FAILED',
  DepositException: 'DEPOSIT_ASSET_EXCEPTION',
  DepositExceptionResolved: 'DEPOSIT_ASSET_EXCEPTION_RESOLVED',
  EndpointDisabled: 'ENDPOINT_DISABLED',
} as const;
export type EventType = (typeof EventType)[keyof typeof EventType];

/** Sent on request only; nobody subscribes to it. */
export const TEST_EVENT = 'WEBHOOK_TEST';

export type WebhookEvent = {
  /** The `webhook-id` of every attempt at every endpoint. */
  readonly id: string;
  readonly accountId: string;
  readonly event: EventType | typeof TEST_EVENT;
  readonly chargeId: string | null;
  readonly body: Buffer;
  readonly occurredAt: Date;
};

type Content = Omit<WebhookEvent, 'body'> & { readonly data: Readonly<Record<string, unknown>> };

/** The one place where bodies are made: these bytes are stored, signed and sent. */
export function webhookEvent({ data, ...content }: Content): WebhookEvent {
  const { id, event, occurredAt } = content;
  const body = { id, event, type: event, timestamp: occurredAt.toISOString(), data };
  return { ...content, body: Buffer.from(JSON.stringify(body)) };
}
