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

const TAKE_PUBLISHED = `
  delete from outbox
   where event_id = any($1::uuid[]) and published_at is not null
  returning event_id, value`;

// What is not published yet keeps its place: it goes out anyway.
const APPEND_AGAIN = `
  insert into outbox (topic, key, event_id, value)
  select topic, key, event_id, value
    from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[])
         with ordinality as event (topic, key, event_id, value, place)
   order by place
  on conflict (event_id) do nothing`;

/**
 * Publishes events again, in the order given. One whose row is still there is sent as it was then,
 * to the byte; another one as given.
 */
export async function republish(tx: ClientBase, events: readonly Fact[]): Promise<void> {
  if (events.length === 0) return;
  const ids = uuidArray(events.map((event) => event.eventId));
  type Row = { event_id: string; value: Buffer };
  const { rows } = await tx.query<Row>(TAKE_PUBLISHED, [ids]);
  const sent = new Map(rows.map((row) => [row.event_id, row.value]));
  await tx.query(APPEND_AGAIN, [
    textArray(events.map((event) => event.topic)),
    textArray(events.map((event) => event.key)),
    ids,
    byteaArray(events.map((event) => sent.get(event.eventId) ?? event.value)),
  ]);
}

/** The headers a fact is published with: its trace context and its id. */
export function publishedHeaders(eventId: string, stored: Record<string, string>) {
  return { ...stored, [EVENT_ID_HEADER]: eventId };
}
