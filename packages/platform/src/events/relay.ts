import type { Pool } from 'pg';
import { pruneRegularly } from '../db/prune.ts';
import { keepSession, type Session } from '../db/session.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { atMost, pause } from '../time/backoff.ts';
import { openWake, type Wake } from '../time/wake.ts';
import type { EventLog } from './event-log.ts';
import type { Sign } from './event-mac.ts';
import { type LogOutage, openLogOutage } from './log-outage.ts';
import { OLD_OUTBOX } from './old-rows.ts';
import { relayMetrics, watchOutbox } from './outbox-metrics.ts';
import { publishOutbox } from './publish-outbox.ts';
import { shareRunning, stepDown, tryToLead } from './relay-lock.ts';

const LEAD_EVERY_MS = 500;
/** Longer than it takes to give up one broker and to reach the next. */
const PROBE_MAX_MS = 8_000;
const STOP_MAX_MS = 5_000;

const OLD_EVENT_WAITS = `
  select exists (
    select from outbox where published_at is null and created_at < now() - interval '10 seconds'
  ) as waits`;

export type RelayLog = Pick<EventLog, 'publish' | 'probe'>;

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
  const progress = { floor: 0 };
  const outage = openLogOutage(runtime.metrics);
  const measuring = watchOutbox(pool, runtime, { topic, floor: () => progress.floor });
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
    (session) =>
      relay(session, { eventLog, sign, runtime, wake, progress, outage, stop: stop.signal }),
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
  readonly outage: LogOutage;
  readonly stop: AbortSignal;
};

async function relay(session: Session, needs: Needs): Promise<void> {
  const { runtime, progress, stop } = needs;
  const { log } = runtime;
  const until = AbortSignal.any([stop, session.lost]);
  const { leader } = relayMetrics(runtime.metrics);
  await shareRunning(session);
  while (await leads(session, needs, until)) {
    leader.set(1);
    try {
      const gaveUp = await publishOutbox(session, { ...needs, log, until });
      if (gaveUp) log.warn(gaveUp, 'relay leader steps down, it cannot publish');
    } finally {
      progress.floor = 0;
      leader.set(0);
    }
    if (!until.aborted) await stepDown(session);
  }
  session.lost.throwIfAborted();
}

/**
 * Stands by until this relay leads; false once `until` is aborted. While it cannot publish it waits longer
 * than other relays before each attempt, so that one that can leads first.
 */
async function leads(session: Session, needs: Needs, until: AbortSignal): Promise<boolean> {
  const { eventLog, outage } = needs;
  while (!until.aborted) {
    if (outage.isOn()) await pause(outage.leadRetryMs(), until);
    if (await tryToLead(session)) return true;
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
