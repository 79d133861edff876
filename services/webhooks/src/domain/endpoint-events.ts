import type { Endpoint } from './endpoint.ts';
import { EventType, TEST_EVENT, type WebhookEvent } from './webhook-event.ts';

type Made = { readonly id: string; readonly at: Date };
type Named = Pick<Endpoint, 'id' | 'accountId' | 'name' | 'url'>;
type Disabled = {
  readonly reason: 'GONE' | 'FAILING';
  readonly cause: string;
};

/** Notifies the account that we disabled an endpoint, and why; its other endpoints may subscribe. */
export function endpointDisabled(
  { id, at }: Made,
  { id: webhookId, accountId, name, url }: Named,
  { reason, cause }: Disabled,
): WebhookEvent {
  return {
    id,
    accountId,
    event: EventType.EndpointDisabled,
    chargeId: null,
    occurredAt: at,
    data: { webhookId, name, url, reason, cause, disabledAt: at.toISOString() },
  };
}

export function testEvent(
  { id, at }: Made,
  { id: webhookId, accountId }: Pick<Endpoint, 'id' | 'accountId'>,
): WebhookEvent {
  return {
    id,
    accountId,
    event: TEST_EVENT,
    chargeId: null,
    occurredAt: at,
    data: { webhookId, message: 'This is a test. No money has moved.' },
  };
}
