import type { ClientBase } from 'pg';
import { byteaArray, textArray, uuidArray } from '../db/array-parameter.ts';
import { requestHeaders } from '../telemetry/request-ids.ts';
import { traceHeaders } from '../telemetry/trace-context.ts';
import { EVENT_ID_HEADER } from './event-log.ts';

const APPEND = {
  name: 'append-to-outbox',
  text: `
  insert into outbox (topic, key, event_id, value, headers)
  select topic, key, event_id, value, headers::jsonb
    from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[], $5::text[])
         as event (topic, key, event_id, value, headers)`,
};

export type OutboxEvent = {
  readonly topic: string;
  readonly key: string;
  readonly eventId: string;
  readonly value: Buffer;
};

/** Commits together with the state change; the relay publishes the events afterwards, in order. */
export async function appendToOutbox(
  tx: ClientBase,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.query({
    ...APPEND,
    values: [
      textArray(events.map((event) => event.topic)),
      textArray(events.map((event) => event.key)),
      uuidArray(events.map((event) => event.eventId)),
      byteaArray(events.map((event) => event.value)),
      textArray(
        events.map(({ key }) => JSON.stringify({ ...traceHeaders(key), ...requestHeaders(key) })),
      ),
    ],
  });
}

const TAKE_PUBLISHED = `
  delete from outbox
   where event_id = any($1::uuid[]) and published_at is not null
  returning event_id, value`;

// An event that is not published yet keeps its place: it will be published anyway.
const APPEND_AGAIN = `
  insert into outbox (topic, key, event_id, value)
  select topic, key, event_id, value
    from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[])
         with ordinality as event (topic, key, event_id, value, place)
   order by place
  on conflict (event_id) do nothing`;

/**
 * Publishes events again, in the given order. If the outbox still has the row of an event, its stored
 * bytes are published again; otherwise the given ones.
 */
export async function republish(tx: ClientBase, events: readonly OutboxEvent[]): Promise<void> {
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

/** The headers of the published record: trace context, request ids and the event id. */
export function publishedHeaders(eventId: string, stored: Record<string, string>) {
  return { ...stored, [EVENT_ID_HEADER]: eventId };
}
