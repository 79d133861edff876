import { readEventKinds } from '@entrada/contracts/event-kinds';
import type { EventData, EventType, WebhookEvent } from '../domain/webhook-event.ts';

/** The one place where bodies are made: these bytes are stored, signed and sent. */
export function encodeBody({ id, event, occurredAt, data, isTest }: WebhookEvent): Buffer {
  const timestamp = occurredAt.toISOString();
  const body = { id, event, type: event, timestamp, ...(isTest ? { test: true } : {}), data };
  return Buffer.from(JSON.stringify(body));
}

/** The samples that the documentation shows. */
export function eventSamples(): (event: EventType) => EventData {
  const kinds = new Map(readEventKinds().map(({ name, sample }) => [name, sample]));
  return (event) => {
    const sample = kinds.get(event);
    if (!sample) throw new Error(`the documentation has no sample of ${event}`);
    return sample.data as EventData;
  };
}
