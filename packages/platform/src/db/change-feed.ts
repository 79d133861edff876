import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AppError } from '../errors/app-error.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { openWake } from '../time/backoff.ts';
import { textArray } from './array-parameter.ts';
import { listen } from './session.ts';

const CHANNEL = 'changes';
const NOTIFY = `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`;
/** Postgres takes less than 8,000 bytes in one notification. */
const PAYLOAD_LENGTH_MAX = 7_000;
/** A change waits this long for others, and longer after a notification that was sent less than `EVERY_MIN_MS` ago. */
const COLLECT_MS = 50;
/** Every process notifies at most so often, whatever its rate: a notification locks all of Postgres at its commit. */
const EVERY_MIN_MS = 500;
/** More changes at once are one: something has changed, read again. */
const CHANGES_MAX = 2_000;
const MISSED = '*';
const LISTENERS_MAX = 1_000;
const HEARTBEAT_EVERY_MS = 1_000;

/** `missed`: changes may have been left out, so a page has to read again what it shows. */
export type ChangeBatch = { readonly changes: readonly string[]; readonly missed: boolean };

export type ChangeFeed = AsyncDisposable & {
  /** Called after the commit. A hint that a crash loses is not repeated: readers look again now and then. */
  note(changes: readonly string[]): void;
  /** Changes of every replica; an empty message is a heartbeat. Ends when the signal is aborted. */
  watch(signal: AbortSignal): AsyncIterable<ChangeBatch>;
};

type Options = {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly name: string;
  readonly runtime: Runtime;
  /** Gets changes of every replica; its own right after `note`. */
  readonly onChanges?: (batch: ChangeBatch) => void;
  /** Turns what was noted into what is sent, a batch at a time. */
  readonly resolve?: (noted: readonly string[]) => Promise<readonly string[]>;
};

/**
 * Hints about changes, from any replica of a service to the listeners of all of them. They are collected
 * after the commit and sent apart from it, so that no transaction waits for them.
 */
export function openChangeFeed(options: Options): ChangeFeed {
  const { pool, databaseUrl: url, name, runtime, onChanges = () => {}, resolve } = options;
  const { log } = runtime;
  const listeners = new Set<Listener>();
  const stop = new AbortController();
  const noted = new Set<string>();
  let sending: Promise<void> | null = null;
  let sentAtMs = 0;

  async function send(): Promise<void> {
    const waitMs = Math.max(COLLECT_MS, sentAtMs + EVERY_MIN_MS - Date.now());
    await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {});
    sentAtMs = Date.now();
    const changes = [...noted];
    noted.clear();
    sending = null;
    try {
      const payloads =
        changes.length > CHANGES_MAX
          ? [MISSED]
          : payloadsOf(resolve ? await resolve(changes) : changes);
      if (payloads.length > 0) await pool.query(NOTIFY, [textArray(payloads)]);
    } catch (err) {
      log.warn({ err, changes: changes.length }, 'change hints lost');
    }
  }

  const channel = listen({
    url,
    name: `${name}-changes`,
    log,
    channel: CHANNEL,
    onNotify: (payload) => hear(changedOf(payload)),
    onListening: () => hear({ changes: [], missed: true }),
  });

  function hear(changed: ChangeBatch): void {
    onChanges(changed);
    for (const listener of listeners) listener.add(changed);
  }

  return {
    note(changes) {
      if (changes.length === 0 || stop.signal.aborted) return;
      onChanges({ changes, missed: false });
      // One more than the maximum says that there were too many.
      for (const change of changes) if (noted.size <= CHANGES_MAX) noted.add(change);
      sending ??= send();
    },
    watch: (signal) => watchListener(listeners, signal, channel.isListening),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await sending;
      await channel[Symbol.asyncDispose]();
    },
  };
}

/** The handler of WatchChanges where a change is the id of an account. */
export function accountChanges({ watch }: Pick<ChangeFeed, 'watch'>) {
  return {
    async *watchChanges(_request: unknown, signal: AbortSignal) {
      for await (const { changes, missed } of watch(signal)) {
        yield { accountIds: [...changes], missed };
      }
    },
  };
}

/** As few payloads as possible, each within the limit. */
export function payloadsOf(changes: readonly string[]): string[] {
  const payloads: string[] = [];
  for (const change of new Set(changes)) {
    const last = payloads.at(-1);
    const joined = last === undefined ? change : `${last}\n${change}`;
    if (last === undefined || joined.length > PAYLOAD_LENGTH_MAX) payloads.push(change);
    else payloads[payloads.length - 1] = joined;
  }
  return payloads;
}

function changedOf(payload: string): ChangeBatch {
  const missed = payload === MISSED;
  return { changes: missed ? [] : payload.split('\n'), missed };
}

type Listener = { add(changed: ChangeBatch): void };

async function* watchListener(
  listeners: Set<Listener>,
  signal: AbortSignal,
  isListening: () => boolean,
): AsyncGenerator<ChangeBatch> {
  if (listeners.size >= LISTENERS_MAX) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many listeners for changes');
  }
  const wake = openWake();
  const pending = new Set<string>();
  let missed = false;
  const listener: Listener = {
    add(changed) {
      for (const change of changed.changes) pending.add(change);
      if (pending.size > CHANGES_MAX) pending.clear();
      missed ||= changed.missed || (changed.changes.length > 0 && pending.size === 0);
      wake.wake();
    },
  };
  listeners.add(listener);
  try {
    yield { changes: [], missed: false };
    while (!signal.aborted) {
      await wake.wait(HEARTBEAT_EVERY_MS, signal);
      const changed = { changes: [...pending], missed };
      pending.clear();
      missed = false;
      // No heartbeat while our own connection is lost: changes may be missed.
      if (changed.changes.length > 0 || changed.missed || isListening()) yield changed;
    }
  } finally {
    listeners.delete(listener);
  }
}
