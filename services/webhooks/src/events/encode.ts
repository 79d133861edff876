import type { WebhookEvent } from '../domain/webhook-event.ts';

/** The one place where bodies are made: these bytes are stored, signed and sent. */
export function encodeBody({ id, event, occurredAt, data, isTest }: WebhookEvent): Buffer {
  const timestamp = occurredAt.toISOString();
  const body = { id, event, type: event, timestamp, ...(isTest ? { test: true } : {}), data };
  return Buffer.from(JSON.stringify(body));
}
