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

/** `true` on every attempt of a test, whatever event it is a sample of. */
export const TEST_HEADER = 'webhook-test';

/** What a delivery can be about. */
export const DELIVERED_EVENTS = [...Object.values(EventType), TEST_EVENT] as const;

type Flat = string | number | boolean | null;
/** The `data` of a body, with null for what does not apply; only pairs of texts are nested. */
export type EventData = Readonly<Record<string, Flat | Readonly<Record<string, string>>>>;

export type WebhookEvent = {
  /** The `webhook-id` of every attempt at every endpoint. */
  readonly id: string;
  readonly accountId: string;
  readonly event: EventType | typeof TEST_EVENT;
  readonly chargeId: string | null;
  readonly occurredAt: Date;
  readonly data: EventData;
  /** It reports nothing that happened; its body says so. */
  readonly isTest: boolean;
};

/** The one place where bodies are made: these bytes are stored, signed and sent. */
export function encodeBody({ id, event, occurredAt, data, isTest }: WebhookEvent): Buffer {
  const timestamp = occurredAt.toISOString();
  const body = { id, event, type: event, timestamp, ...(isTest ? { test: true } : {}), data };
  return Buffer.from(JSON.stringify(body));
}
