import type { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { bigintArray } from '../db/array-parameter.ts';
import { pruneRegularly } from '../db/prune.ts';
import { keepSession, type Session, tryToLead } from '../db/session.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { dependencyMetrics } from '../telemetry/metrics.ts';
import { atMost, openBackoff, openWake, pause, type Wake } from '../time/backoff.ts';
import { inSendSpans } from './batch-span.ts';
import { BATCH_SIZE_MAX, EVENT_ID_HEADER, type EventLog, type Headers } from './event-log.ts';
import type { Sign } from './mac.ts';
import { OLD_OUTBOX, OUTBOX_WRITTEN, openNotifier, relayMetrics, watchOutbox } from './outbox.ts';
import { EVENT_LOG, observePublished } from './progress.ts';

const LEAD_EVERY_MS = 500;
/** Longer than it takes to give up one broker and to reach the next. */
const PROBE_MAX_MS = 8_000;
const STOP_MAX_MS = 5_000;

const OLD_EVENT_WAITS = `
  select exists (
    select from outbox where published_at is null and created_at < now() - interval '10 seconds'
  ) as waits`;

export type RelayLog = Pick<EventLog, 'publish' | 'probe' | 'system'>;

type Options = {
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** The service's own: its backlog is reported as 0 from the start. */
  readonly topic?: string;
  readonly eventLog: RelayLog;
  /** Done when a record is published, so that whatever waits or is published again has the current keys. */
  readonly sign: Sign;
  readonly runtime: Runtime;
};

/**
 * Publishes the outbox of this service's database. Of any number of relays
 * only the one whose session holds the lock publishes, so records of a key keep their order. A relay
 * that dies between publish and mark leaves duplicates, which consumers ignore. A leader that cannot
 * publish steps down, so that another relay publishes what it left.
 */
export async function startRelay(options: Options): Promise<AsyncDisposable> {
  const { pool, databaseUrl: url, topic, eventLog, sign, runtime } = options;
  const stop = new AbortController();
  const wake = openWake();
  const progress = { floor: 0, leads: false };
  const outage = openLogOutage(runtime.metrics);
  const measuring = watchOutbox(pool, runtime, { topic, floor: () => progress.floor });
  const pruning = pruneRegularly({ pool, log: runtime.log }, OLD_OUTBOX);
  const abandon = new AbortController();
  const notifyLeader = openNotifier(pool, runtime.log);
  const onWritten = () => (progress.leads ? wake.wake() : notifyLeader());
  const commits: EventEmitter = pool;
  commits.on(OUTBOX_WRITTEN, onWritten);
  const running = keepSession(
    {
      url,
      name: 'relay',
      log: runtime.log,
      signal: stop.signal,
      abandon: abandon.signal,
      onNotify: () => wake.wake(),
    },
    (session) =>
      relay(session, {
        eventLog,
        sign,
        runtime,
        wake,
        progress,
        outage,
        notifyLeader,
        stop: stop.signal,
      }),
  );
  return {
    async [Symbol.asyncDispose]() {
      commits.off(OUTBOX_WRITTEN, onWritten);
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

type RelayParts = Pick<Options, 'eventLog' | 'sign' | 'runtime'> & {
  readonly wake: Wake;
  /** Ids up to `floor` are published. */
  readonly progress: { floor: number; leads: boolean };
  readonly outage: LogOutage;
  readonly stop: AbortSignal;
  readonly notifyLeader: () => void;
};

async function relay(session: Session, needs: RelayParts): Promise<void> {
  const { runtime, progress, stop } = needs;
  const { log } = runtime;
  const until = AbortSignal.any([stop, session.lost]);
  const { leader } = relayMetrics(runtime.metrics);
  await session.query(SHARE_RUNNING);
  while (await leads(session, needs, until)) {
    leader.set(1);
    progress.leads = true;
    try {
      const gaveUp = await publishOutbox(session, { ...needs, until });
      if (gaveUp) log.warn(gaveUp, 'relay leader steps down, it cannot publish');
    } finally {
      progress.floor = 0;
      progress.leads = false;
      leader.set(0);
      // What was committed while this relay believed that it leads woke nobody else.
      needs.notifyLeader();
    }
    if (!until.aborted) await session.query(STEP_DOWN);
  }
  session.lost.throwIfAborted();
}

/**
 * Stands by until this relay leads; false once `until` is aborted. While it cannot publish it waits longer
 * than other relays before each attempt, so that one that can leads first.
 */
async function leads(session: Session, needs: RelayParts, until: AbortSignal): Promise<boolean> {
  const { eventLog, outage } = needs;
  while (!until.aborted) {
    if (outage.isOn()) await pause(outage.leadRetryMs(), until);
    if (await tryToLead(session, RELAY)) return true;
    if (!outage.isOn()) await pause(LEAD_EVERY_MS, until);
    else if (await isPublished(session, eventLog, until)) outage.ended();
  }
  return false;
}

/** Whether the log responds and another relay publishes: a log that responds may still refuse to write. */
async function isPublished(session: Session, { probe }: RelayLog, until: AbortSignal) {
  const { rows } = await session.query<{ waits: boolean }>(OLD_EVENT_WAITS);
  if (rows[0]?.waits !== false) return false;
  return atMost(PROBE_MAX_MS, probe(), until).catch(() => false);
}

const MARK = 'update outbox set published_at = now() where id = any($1::bigint[])';

// Marks what was published and reads what is not, in one transaction. `published_at is null` selects the rows. `id > $3`
// only skips rows that are known to be published (see openOutboxFloor); it is never the last id sent, because a
// transaction may commit late with a lower id.
const MARK_AND_READ = `
  with marked as (${MARK})
  select id, topic, key, event_id, value, headers, created_at as "createdAt"
    from outbox
   where published_at is null and id > $3 and id <> all($1::bigint[])
   order by id
   limit $2`;

/** How late a row is found whose notification was lost with the process that wrote it. */
const POLL_EVERY_MS = 5_000;
/** Published rows are marked with the next read, or this much later: one transaction for both. */
const MARK_WITHIN_MS = 1_000;

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
  readonly createdAt: Date;
};

type PublishParts = Omit<RelayParts, 'stop' | 'notifyLeader'> & { readonly until: AbortSignal };

/** Why publishing ended before `until` was aborted. */
type PublishFailure = { readonly err: unknown; readonly failingMs: number };

/** Publishes what is committed, in order, until `until` is aborted or every send has failed for too long. */
async function publishOutbox(
  session: Session,
  needs: PublishParts,
): Promise<PublishFailure | null> {
  const { eventLog, sign, runtime, outage, wake, progress, until } = needs;
  const observe = observePublished(runtime.metrics);
  await session.query('listen outbox');
  const floor = openOutboxFloor(session);
  let failingSince: number | null = null;
  /** Published and not yet marked. */
  let published: readonly number[] = [];
  while (!until.aborted) {
    await floor.look();
    const { rows, isMore } = await nextRows(session, published, floor.readFrom());
    published = [];
    floor.learn(rows);
    progress.floor = floor.value();
    if (rows.length === 0) {
      await wake.wait(POLL_EVERY_MS, until);
      continue;
    }
    const sentAt = performance.now();
    const publishedAt = new Date();
    try {
      await inSendSpans(eventLog.system, rows, () =>
        eventLog.publish(rows.map((row) => sign(toRecord(row)))),
      );
    } catch (err) {
      // The same rows are still unpublished: they are read, and sent, again in the same order.
      outage.failed();
      failingSince ??= sentAt;
      const failingMs = Math.round(performance.now() - failingSince);
      if (failingMs >= FAILING_MAX_MS) return { err, failingMs };
      runtime.log.warn({ err, rows: rows.length }, 'publish failed, retrying');
      await pause(outage.sendRetryMs(), until);
      continue;
    }
    failingSince = null;
    outage.ended();
    observe(rows, publishedAt);
    published = rows.map(({ id }) => Number(id));
    if (!isMore) await wake.wait(MARK_WITHIN_MS, until);
  }
  if (published.length > 0) await session.query(MARK, [bigintArray(published)]);
  return null;
}

async function nextRows(
  session: Session,
  published: readonly number[],
  floor: number,
): Promise<{ readonly rows: readonly OutboxRow[]; readonly isMore: boolean }> {
  const values = [bigintArray(published), BATCH_SIZE_MAX, floor];
  const { rows } = await session.query<OutboxRow>(MARK_AND_READ, values);
  let bytes = 0;
  const tooMany = rows.findIndex(({ value }, index) => {
    bytes += value.length;
    return index > 0 && bytes > BATCH_BYTES_MAX;
  });
  const isCut = tooMany !== -1;
  return {
    rows: isCut ? rows.slice(0, tooMany) : rows,
    isMore: isCut || rows.length === BATCH_SIZE_MAX,
  };
}

/** Its headers are the trace context, the request ids and the event id. */
function toRecord({ topic, key, event_id, value, headers }: OutboxRow) {
  return { topic, key, value, headers: { ...headers, [EVENT_ID_HEADER]: event_id } };
}

// A transaction that writes to the outbox has this lock from before its rows get their ids until it
// has ended: then its rows are visible to everybody, or gone.
const WRITERS = `
  select virtualtransaction as writer
    from pg_locks
   where locktype = 'relation'
     and database = (select oid from pg_database where datname = current_database())
     and relation = 'outbox'::regclass
     and mode = 'RowExclusiveLock'
     and pid is distinct from pg_backend_pid()`;

const LOOK_EVERY_MS = 1_000;
/** How often a read ignores the floor, to find rows that were marked unpublished by hand. */
const WHOLE_READ_EVERY_MS = 60_000;

type RowIds = readonly { readonly id: string }[];

/**
 * The id up to which every row is published. Without it each read would go through the index entries
 * of all rows published so far, which stay as long as any session holds a snapshot, as a backup does
 * for hours.
 *
 * Ids are assigned in order, but rows may be committed in any order. So the floor is raised to the
 * highest id read only when every transaction that was writing at that time has ended, and a read
 * after that has found nothing below.
 */
export function openOutboxFloor(session: Pick<Session, 'query'>, nowMs: () => number = Date.now) {
  let floor = 0;
  let highest = 0;
  let observed = { upTo: 0, writers: new Set<string>() };
  let decidedUpTo = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wholeReadAt = nowMs();

  return {
    value: () => floor,
    /** Where the next read begins. */
    readFrom(): number {
      if (nowMs() - wholeReadAt < WHOLE_READ_EVERY_MS) return floor;
      wholeReadAt = nowMs();
      return 0;
    },
    /** Raises the floor after a read; lowers it if a row below it was found. */
    learn(rows: RowIds): void {
      const first = rows[0] ? Number(rows[0].id) : Number.POSITIVE_INFINITY;
      floor = first <= floor ? first - 1 : Math.max(floor, Math.min(decidedUpTo, first - 1));
      highest = Math.max(highest, Number(rows.at(-1)?.id ?? 0));
    },
    /** Reads which transactions are writing, if the floor can rise and the last look is old enough. */
    async look(): Promise<void> {
      if (highest === floor || nowMs() - lookedAt < LOOK_EVERY_MS) return;
      lookedAt = nowMs();
      const upTo = highest;
      const { rows } = await session.query<{ writer: string }>(WRITERS);
      const writers = new Set(rows.map(({ writer }) => writer));
      if ([...observed.writers].some((writer) => writers.has(writer))) return;
      decidedUpTo = writers.size === 0 ? upTo : observed.upTo;
      observed = { upTo, writers };
    },
  };
}

const SEND_RETRY = { firstMs: 50, maxMs: 5_000 } as const;
// At least a second, in which any other relay has tried to lead twice. At most the longest wait between
// two sends, so that a relay that is alone publishes no later after an outage than if it had gone on.
const LEAD_RETRY = { firstMs: 2_000, maxMs: 5_000 } as const;

/** Whether this relay can publish, as far as it knows. It outlasts sessions and leaderships. */
type LogOutage = {
  isOn(): boolean;
  /** A send failed. */
  failed(): void;
  /** A send succeeded, or the log responds and another relay publishes. */
  ended(): void;
  /** How long to wait before the next send. */
  sendRetryMs(): number;
  /** How long to wait before the next attempt to lead. */
  leadRetryMs(): number;
};

function openLogOutage(metrics: Registry): LogOutage {
  const { failures } = relayMetrics(metrics);
  const dependencyIsUp = dependencyMetrics(metrics);
  const sendRetry = openBackoff(SEND_RETRY);
  const leadRetry = openBackoff(LEAD_RETRY);
  let isOn = false;
  return {
    isOn: () => isOn,
    failed() {
      isOn = true;
      failures.inc();
      dependencyIsUp(EVENT_LOG, false);
    },
    ended() {
      isOn = false;
      sendRetry.reset();
      leadRetry.reset();
      dependencyIsUp(EVENT_LOG, true);
    },
    sendRetryMs: () => sendRetry.nextMs(),
    leadRetryMs: () => leadRetry.nextMs(),
  };
}

/** One session has it: that of the relay that publishes. */
const RELAY = 'outbox relay';
const LEADER = `hashtextextended('${RELAY}', 0)`;
/** Every relay's session shares it, so that relays are known to run also between two leaders. */
const RUNNING = `hashtextextended('outbox relay running', 0)`;

/** From then on, until the session ends, `is_relay_running()` of the database is true. */
const SHARE_RUNNING = `select pg_advisory_lock_shared(${RUNNING})`;

const STEP_DOWN = `
  unlisten outbox;
  select pg_advisory_unlock(${LEADER})`;
