import type { ClientBase } from 'pg';
import { byteaArray, textArray, uuidArray } from '../db/array-parameter.ts';
import { traceHeaders } from '../telemetry/trace-context.ts';
import { EVENT_ID_HEADER } from './event-log.ts';

const APPEND = {
  name: 'append-to-outbox',
  text: `
  insert into outbox (topic, key, event_id, value, headers)
  select topic, key, event_id, value, $5::jsonb
    from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[])
         as fact (topic, key, event_id, value)`,
};

export type Fact = {
  readonly topic: string;
  readonly key: string;
  readonly eventId: string;
  readonly value: Buffer;
};

/** Commits with the state the facts are about; the relay publishes them afterwards, in order. */
export async function appendToOutbox(tx: ClientBase, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await tx.query({
    ...APPEND,
    values: [
      textArray(facts.map((fact) => fact.topic)),
      textArray(facts.map((fact) => fact.key)),
      uuidArray(facts.map((fact) => fact.eventId)),
      byteaArray(facts.map((fact) => fact.value)),
      JSON.stringify(traceHeaders()),
    ],
  });
}

/** The headers a fact is published with: its trace context and its id. */
export function publishedHeaders(eventId: string, stored: Record<string, string>) {
  return { ...stored, [EVENT_ID_HEADER]: eventId };
}
