import type { Pool } from 'pg';
import { bigintArray } from '../db/array-parameter.ts';
import { pruneRegularly } from '../db/prune.ts';
import { keepSession, type Session } from '../db/session.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { dependencyMetrics } from '../telemetry/dependency-metrics.ts';
import { atMost, openBackoff, pause } from '../time/backoff.ts';
import { openWake, type Wake } from '../time/wake.ts';
import { inSendSpans } from './batch-span.ts';
import { BATCH_SIZE_MAX, type EventLog, type Headers } from './event-log.ts';
import type { Sign } from './event-mac.ts';
import { OLD_OUTBOX } from './old-rows.ts';
import { publishedHeaders } from './outbox.ts';
import { openOutboxFloor } from './outbox-floor.ts';
import { relayMetrics, watchOutbox } from './outbox-metrics.ts';
import { EVENT_LOG } from './progress.ts';

// `published_at is null` selects the rows. `id > $2` only skips rows that are known to be published (see
// outbox-floor.ts); it is never the last id sent, because a transaction may commit late with a lower id.
const UNPUBLISHED = `
  select id, topic, key, event_id, value, headers
    from outbox
   where published_at is null and id > $2
   order by id
   limit $1`;

const MARK = 'update outbox set published_at = now() where id = any($1::bigint[])';

const LOCK = `select pg_try_advisory_lock(hashtextextended('outbox relay', 0)) as mine`;

const IS_LOCKED = `select not pg_try_advisory_xact_lock(hashtextextended('outbox relay', 0)) as locked`;

const LOCK_RETRY_EVERY_MS = 500;
const POLL_EVERY_MS = 1_000;
const PUBLISH_RETRY = { firstMs: 50, maxMs: 5_000 } as const;
const STOP_MAX_MS = 5_000;

/** One send must fit into what a Kafka broker accepts at once; a single record is always sent. */
const BATCH_BYTES_MAX = 512 * 1024;

type Options = {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly eventLog: Pick<EventLog, 'publish'>;
  /** Done when a record is published, so that whatever waits or is published again has the current keys. */
  readonly sign: Sign;
  readonly runtime: Runtime;
};

type OutboxRow = {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly event_id: string;
  readonly value: Buffer;
  readonly headers: Headers;
};

/** Whether a service of this database runs: one of its processes holds the lock. */
export async function isRelayRunning(pool: Pool): Promise<boolean> {
  return (await pool.query<{ locked: boolean }>(IS_LOCKED)).rows[0]?.locked ?? false;
}

/**
 * Publishes the outbox of this service's database. Of any number of relays
 * only the one whose session holds the lock publishes, so records of a key keep their order. A relay
 * that dies between publish and mark leaves duplicates, which consumers ignore.
 */
export async function startRelay(options: Options): Promise<AsyncDisposable> {
  const { pool, databaseUrl: url, eventLog, sign, runtime } = options;
  const stop = new AbortController();
  const wake = openWake();
  const progress = { floor: 0 };
  const measuring = watchOutbox(pool, runtime, () => progress.floor);
  const pruning = pruneRegularly({ pool, log: runtime.log }, OLD_OUTBOX);
  const abandon = new AbortController();
  const running = keepSession(
    {
      url,
      name: 'relay',
      log: runtime.log,
      signal: stop.signal,
      abandon: abandon.signal,
      onNotify: () => wake.wake(),
    },
    (session) => relay(session, { eventLog, sign, runtime, wake, progress, stop: stop.signal }),
  );
  return {
    async [Symbol.asyncDispose]() {
      pruning[Symbol.dispose]();
      await measuring[Symbol.asyncDispose]();
      stop.abort();
      if (!(await atMost(STOP_MAX_MS, running))) {
        runtime.log.warn('publish unfinished at shutdown, it will be repeated');
        abandon.abort();
      }
    },
  };
}

type Needs = Pick<Options, 'eventLog' | 'sign' | 'runtime'> & {
  readonly wake: Wake;
  readonly progress: { floor: number };
  readonly stop: AbortSignal;
};

async function relay(session: Session, needs: Needs): Promise<void> {
  const until = AbortSignal.any([needs.stop, session.lost]);
  const { leader, failures } = relayMetrics(needs.runtime.metrics);
  needs.progress.floor = 0;
  if (await lockTaken(session, until)) {
    leader.set(1);
    try {
      await publishAsLeader(session, { ...needs, until, failed: () => failures.inc() });
    } finally {
      leader.set(0);
    }
  }
  session.lost.throwIfAborted();
}

type Leading = Needs & { readonly until: AbortSignal; readonly failed: () => void };

async function publishAsLeader(session: Session, needs: Leading): Promise<void> {
  const { eventLog, sign, runtime, wake, progress, until, failed } = needs;
  await session.query('listen outbox');
  const dependencyIsUp = dependencyMetrics(runtime.metrics);
  const backoff = openBackoff(PUBLISH_RETRY);
  const floor = openOutboxFloor(session);
  while (!until.aborted) {
    await floor.look();
    const rows = await nextRows(session, floor.readFrom());
    floor.learn(rows);
    progress.floor = floor.value();
    if (rows.length === 0) {
      await wake.wait(POLL_EVERY_MS, until);
      continue;
    }
    try {
      await inSendSpans(rows, () => eventLog.publish(rows.map((row) => sign(toRecord(row)))));
    } catch (err) {
      // The same rows are still unpublished: they are read, and sent, again in the same order.
      failed();
      dependencyIsUp(EVENT_LOG, false);
      runtime.log.warn({ err, rows: rows.length }, 'publish failed, retrying');
      await pause(backoff.nextMs(), until);
      continue;
    }
    backoff.reset();
    dependencyIsUp(EVENT_LOG, true);
    await session.query(MARK, [bigintArray(rows.map(({ id }) => Number(id)))]);
  }
}

async function lockTaken(session: Session, until: AbortSignal): Promise<boolean> {
  while (!until.aborted) {
    const { rows } = await session.query<{ mine: boolean }>(LOCK);
    if (rows[0]?.mine) return true;
    await pause(LOCK_RETRY_EVERY_MS, until);
  }
  return false;
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
