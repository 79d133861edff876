import { bigintArray } from '../db/array-parameter.ts';
import type { Session } from '../db/session.ts';
import type { Logger } from '../telemetry/log.ts';
import { pause } from '../time/backoff.ts';
import type { Wake } from '../time/wake.ts';
import { inSendSpans } from './batch-span.ts';
import { BATCH_SIZE_MAX, type EventLog, type Headers } from './event-log.ts';
import type { Sign } from './event-mac.ts';
import type { LogOutage } from './log-outage.ts';
import { publishedHeaders } from './outbox.ts';
import { openOutboxFloor } from './outbox-floor.ts';

// `published_at is null` selects the rows. `id > $2` only skips rows that are known to be published (see
// outbox-floor.ts); it is never the last id sent, because a transaction may commit late with a lower id.
const UNPUBLISHED = `
  select id, topic, key, event_id, value, headers
    from outbox
   where published_at is null and id > $2
   order by id
   limit $1`;

const MARK = 'update outbox set published_at = now() where id = any($1::bigint[])';

const POLL_EVERY_MS = 1_000;

/** One send must fit into what a Kafka broker accepts at once; a single record is always sent. */
const BATCH_BYTES_MAX = 512 * 1024;

// Longer than a partition of Kafka is usually without a leader while a broker restarts. A send takes up to
// 20 s until it fails, so a leader steps down within 35 s.
const FAILING_MAX_MS = 10_000;

type OutboxRow = {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly event_id: string;
  readonly value: Buffer;
  readonly headers: Headers;
};

type Needs = {
  readonly eventLog: Pick<EventLog, 'publish'>;
  readonly sign: Sign;
  readonly log: Logger;
  readonly outage: LogOutage;
  readonly wake: Wake;
  /** Ids up to `floor` are published. */
  readonly progress: { floor: number };
  readonly until: AbortSignal;
};

/** Why publishing ended before `until` was aborted. */
export type GaveUp = { readonly err: unknown; readonly failingMs: number };

/** Publishes what is committed, in order, until `until` is aborted or every send has failed for too long. */
export async function publishOutbox(session: Session, needs: Needs): Promise<GaveUp | null> {
  const { eventLog, sign, log, outage, wake, progress, until } = needs;
  await session.query('listen outbox');
  const floor = openOutboxFloor(session);
  let failingSince: number | null = null;
  while (!until.aborted) {
    await floor.look();
    const rows = await nextRows(session, floor.readFrom());
    floor.learn(rows);
    progress.floor = floor.value();
    if (rows.length === 0) {
      await wake.wait(POLL_EVERY_MS, until);
      continue;
    }
    const sentAt = performance.now();
    try {
      await inSendSpans(rows, () => eventLog.publish(rows.map((row) => sign(toRecord(row)))));
    } catch (err) {
      // The same rows are still unpublished: they are read, and sent, again in the same order.
      outage.failed();
      failingSince ??= sentAt;
      const failingMs = Math.round(performance.now() - failingSince);
      if (failingMs >= FAILING_MAX_MS) return { err, failingMs };
      log.warn({ err, rows: rows.length }, 'publish failed, retrying');
      await pause(outage.sendRetryMs(), until);
      continue;
    }
    failingSince = null;
    outage.ended();
    await session.query(MARK, [bigintArray(rows.map(({ id }) => Number(id)))]);
  }
  return null;
}

async function nextRows(session: Session, floor: number): Promise<readonly OutboxRow[]> {
  const { rows } = await session.query<OutboxRow>(UNPUBLISHED, [BATCH_SIZE_MAX, floor]);
  let bytes = 0;
  const tooMany = rows.findIndex(({ value }, index) => {
    bytes += value.length;
    return index > 0 && bytes > BATCH_BYTES_MAX;
  });
  return tooMany === -1 ? rows : rows.slice(0, tooMany);
}

function toRecord({ topic, key, event_id, value, headers }: OutboxRow) {
  return { topic, key, value, headers: publishedHeaders(event_id, headers) };
}
