import type { Endpoint } from './endpoint.ts';
import { type EventData, EventType, TEST_EVENT, type WebhookEvent } from './webhook-event.ts';

type EventStamp = { readonly id: string; readonly at: Date };
type NamedEndpoint = Pick<Endpoint, 'id' | 'accountId' | 'name' | 'url'>;
type Disablement = {
  readonly reason: 'GONE' | 'FAILING';
  readonly cause: string;
};

/** Notifies the account that we disabled an endpoint, and why; its other endpoints may subscribe. */
export function endpointDisabled(
  { id, at }: EventStamp,
  { id: webhookId, accountId, name, url }: NamedEndpoint,
  { reason, cause }: Disablement,
): WebhookEvent {
  return {
    id,
    accountId,
    event: EventType.EndpointDisabled,
    chargeId: null,
    isTest: false,
    occurredAt: at,
    data: { webhookId, name, url, reason, cause, disabledAt: at.toISOString() },
  };
}

export function testEvent(
  { id, at }: EventStamp,
  { id: webhookId, accountId }: Pick<Endpoint, 'id' | 'accountId'>,
): WebhookEvent {
  const data = { webhookId, message: 'This is a test. No money has moved.' };
  return { id, accountId, event: TEST_EVENT, chargeId: null, isTest: true, occurredAt: at, data };
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Identifiers that no charge, payment or ledger transaction has, and no order of the account: a receiver that ignores
 * that a sample is a test finds nothing to credit by it.
 */
const OF_NOTHING: EventData = {
  transactionId: NO_UUID,
  refundId: NO_UUID,
  exceptionId: NO_UUID,
  paymentLinkId: NO_UUID,
  chargeId: '0'.repeat(24),
  externalId: null,
  metadata: {},
  endToEndId: `E${'0'.repeat(31)}`,
};

/** The documented sample of an event, sent as a test. */
export function sampleEvent(
  { id, at }: EventStamp,
  { id: webhookId, accountId, name, url }: NamedEndpoint,
  { event, data: sample }: { readonly event: EventType; readonly data: EventData },
): WebhookEvent {
  const known: EventData = { ...OF_NOTHING, webhookId, name, url };
  const data = Object.fromEntries(
    Object.entries(sample).map(([field, value]) => [
      field,
      known[field] === undefined ? value : known[field],
    ]),
  );
  return { id, accountId, event, chargeId: null, isTest: true, occurredAt: at, data };
}
