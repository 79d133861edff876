import { hash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Registry } from 'prom-client';
import { byteaArray, textArray, uuidArray } from '../db/array-parameter.ts';
import { prepared } from '../db/prepared.ts';
import { emitAfterCommit } from '../db/transaction.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Logger } from '../telemetry/log.ts';
import { keepMeasured } from '../telemetry/measured-gauges.ts';
import { metersIn } from '../telemetry/metrics.ts';
import { requestHeaders } from '../telemetry/request-ids.ts';
import { traceHeaders } from '../telemetry/spans.ts';

/** For a statement that also changes the state: its parameters from `$first` on are `appendValues`. */
export function appendSql(first: number): string {
  const [topic, key, id, value, headers] = [0, 1, 2, 3, 4].map((next) => `$${first + next}`);
  return `
  insert into outbox (topic, key, event_id, value, headers)
  select topic, key, event_id, value, headers::jsonb
    from unnest(${topic}::text[], ${key}::text[], ${id}::uuid[], ${value}::bytea[], ${headers}::text[])
         as event (topic, key, event_id, value, headers)`;
}

export function appendValues(events: readonly OutboxEvent[]): unknown[] {
  return [
    textArray(events.map((event) => event.topic)),
    textArray(events.map((event) => event.key)),
    uuidArray(events.map((event) => event.eventId)),
    byteaArray(events.map((event) => event.value)),
    textArray(
      events.map(({ key }) => JSON.stringify({ ...traceHeaders(key), ...requestHeaders(key) })),
    ),
  ];
}

const APPEND = appendSql(1);

export type OutboxEvent = {
  readonly topic: string;
  readonly key: string;
  readonly eventId: string;
  readonly value: Buffer;
};

/** Emitted on the pool when this process has committed rows of the outbox. */
export const OUTBOX_WRITTEN = 'outbox written';

/** Commits together with the state change; the relay publishes the events afterwards, in order. */
export async function appendToOutbox(
  tx: ClientBase,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length === 0) return;
  emitAfterCommit(tx, OUTBOX_WRITTEN);
  await tx.query(prepared(APPEND, appendValues(events)));
}

/** Wakes the leader of another process. What is written while a notification is sent is notified once more. */
export function openNotifier(pool: Pool, log: Logger): () => void {
  let sending = false;
  let isMore = false;
  async function send(): Promise<void> {
    do {
      isMore = false;
      await pool.query('notify outbox');
    } while (isMore);
  }
  return () => {
    isMore = true;
    if (sending) return;
    sending = true;
    // Without it the leader looks at its next poll.
    send()
      .catch((err) => log.warn({ err }, 'relay leader not notified'))
      .finally(() => {
        sending = false;
      });
  };
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
  emitAfterCommit(tx, OUTBOX_WRITTEN);
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

/** Ids of 24 hexadecimal digits begin with their creation time, in seconds. */
const TIME_ORDERED_ID = /^[0-9a-f]{24}$/;

/**
 * A deterministic event id (UUID version 8): the same event always has the same id, so the unique
 * keys of outbox and inbox reject a duplicate. If the subject has a time-ordered id, the event id
 * begins with the same time: new ids are then close together in every index, however large it is.
 */
export function eventIdOf(kind: string, subject: string): string {
  const hex = hash('sha256', `${kind}:${subject}`, 'hex');
  const first = TIME_ORDERED_ID.test(subject) ? subject : hex;
  const parts = [first.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const BACKLOG = `
  select topic, count(*)::integer as unpublished,
         extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_seconds
    from (select topic, created_at from outbox
           where published_at is null and id > $1 order by id limit ${COUNT_MAX}) as backlog
   group by topic`;

type BacklogRow = { topic: string; unpublished: number; oldest_seconds: number };

type OutboxWatch = {
  /** 0 from the start; any other topic only once it has had a backlog. */
  readonly topic?: string | undefined;
  readonly floor: () => number;
};

/** Measured by an index that contains only the backlog above `floor`. A topic is 0 once its backlog is gone. */
export function watchOutbox(
  pool: Pool,
  runtime: Runtime,
  { topic: own, floor }: OutboxWatch,
): AsyncDisposable {
  const { gauge } = metersIn(runtime.metrics);
  const unpublished = gauge(
    'outbox_unpublished',
    `Events that wait to be published, counted up to ${COUNT_MAX}`,
    'topic',
  );
  const oldest = gauge(
    'outbox_oldest_unpublished_seconds',
    'Age of the oldest event that waits to be published',
    'topic',
  );
  const topics = new Set<string>(own ? [own] : []);
  async function measure(): Promise<void> {
    const { rows } = await pool.query<BacklogRow>(BACKLOG, [floor()]);
    for (const { topic } of rows) topics.add(topic);
    for (const topic of topics) {
      const row = rows.find((one) => one.topic === topic);
      unpublished.set({ topic }, row?.unpublished ?? 0);
      oldest.set({ topic }, row?.oldest_seconds ?? 0);
    }
  }
  return keepMeasured(runtime, { name: 'outbox', gauges: [unpublished, oldest], measure });
}

/** Of all replicas of a service one is the leader: an alert looks for none and for two. */
export function relayMetrics(metrics: Registry) {
  const { gauge, counter } = metersIn(metrics);
  return {
    leader: gauge('relay_leader', '1 while this process publishes the outbox for all replicas'),
    failures: counter(
      'relay_publish_failures_total',
      'Batches of the outbox that could not be published',
    ),
  };
}

/** Retention of the inbox: a duplicate of a younger event is always recognized. */
const INBOX_DAYS = 60;
/** A day less, so that no duplicate races with the pruning of its inbox row. */
export const REPEAT_DAYS_MAX = INBOX_DAYS - 1;

/** Published events are kept for a week, for investigations and for audits. The rows with the lowest ids are the oldest. */
export const OLD_OUTBOX = `
  delete from outbox
   where id = any (array(
           select id from outbox
            where id <= (
                    select max(id) from (
                      select id from outbox where published_at is not null order by id limit $1) as oldest)
              and published_at is not null and created_at < now() - interval '7 days'
            order by id
              for update skip locked))`;

/** Kept longer than any log keeps records: a record that is delivered again must be recognized. */
export const OLD_INBOX = `
  delete from inbox
   where ctid = any (array(
           select ctid from inbox
            where handled_at < now() - interval '${INBOX_DAYS} days'
            limit $1 for update skip locked))`;

/** Like a Kafka topic, the log in Postgres keeps a record for 30 days, handled or not. */
export const OLD_RECORDS = 'select from prune_records($1)';
