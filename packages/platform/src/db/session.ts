import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { atMost, openBackoff, pause } from '../time/backoff.ts';

/**
 * A dedicated connection, for advisory locks and LISTEN, which belong to a connection. Statements
 * run on it one after another, so a successful one proves that the locks are still held.
 */
export type Session = {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
  /** Aborted when the connection is lost, and with it every lock. */
  readonly lost: AbortSignal;
};

type Options = {
  readonly url: string;
  readonly name: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Ends the session even if `work` has not stopped after `signal`, so that its locks are released. */
  readonly abandon?: AbortSignal;
  readonly onNotify: (channel: string, payload: string) => void;
  /** A statement follows when there was none for so long. */
  readonly keepAliveEveryMs?: number;
};

const LIMITS = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 6_000,
  statement_timeout: 5_000,
  keepAlive: true,
} as const;

// A frozen process keeps its connection open; the server closes it, so that another can take over.
// Commits may be lost when the server crashes: the same work is then only repeated. Every statement of a session
// finds its rows by an index, so it is planned once, whatever the statistics say.
const prepare = (idleMaxMs: number) => `
  set idle_session_timeout = ${idleMaxMs};
  set tcp_user_timeout = '8s';
  set synchronous_commit = off;
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set jit = off`;
/** Longer than the polls of relays and consumers: a session that works sends nothing more. */
const KEEP_ALIVE_EVERY_MS = 6_000;
/** What listens keeps nothing from another process. */
const LISTENING_KEEP_ALIVE_EVERY_MS = 10_000;
/** A session ends when its keep-alive is so late. */
const LATE_MAX_MS = 4_000;

const RECONNECT = { firstMs: 50, maxMs: 2_000 } as const;
const CLOSE_MAX_MS = 1_000;

const TRY_TO_LEAD = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine';

/** True if this session has the lock of this name now: until it unlocks it or ends, no other session has. */
export async function tryToLead(session: Session, name: string): Promise<boolean> {
  const { rows } = await session.query<{ mine: boolean }>(TRY_TO_LEAD, [name]);
  return rows[0]?.mine ?? false;
}

/** Runs `work` on a session, and again on a new one whenever it is lost, until `signal` is aborted. */
export async function keepSession(
  options: Options,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const { signal, log, name } = options;
  const backoff = openBackoff(RECONNECT);
  while (!signal.aborted) {
    const startedAt = Date.now();
    try {
      await using session = await openSession(options);
      await work(session);
    } catch (err) {
      if (signal.aborted) return;
      if (Date.now() - startedAt > RECONNECT.maxMs) backoff.reset();
      log.warn({ err, session: name }, 'database session lost, reconnecting');
      await pause(backoff.nextMs(), signal);
    }
  }
}

async function openSession(options: Options): Promise<Session & AsyncDisposable> {
  const { url, name, onNotify, abandon, keepAliveEveryMs = KEEP_ALIVE_EVERY_MS } = options;
  const client = new pg.Client({ ...LIMITS, connectionString: url, application_name: name });
  const lost = new AbortController();
  // Without a listener a dropped connection would end the process.
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('database connection closed')));
  client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''));
  try {
    await client.connect();
    await client.query(prepare(keepAliveEveryMs + LATE_MAX_MS));
  } catch (error) {
    await close(client);
    throw error;
  }
  const send = oneByOne(client);
  const keepAlive = setInterval(() => {
    send('select 1').catch((error: Error) => lost.abort(error));
  }, keepAliveEveryMs);
  const query: Session['query'] = (text, values) => {
    keepAlive.refresh();
    return send(text, values);
  };
  async function end(): Promise<void> {
    clearInterval(keepAlive);
    await close(client);
  }
  abandon?.addEventListener('abort', end, { once: true });
  return {
    query,
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      abandon?.removeEventListener('abort', end);
      await end();
    },
  };
}

/** pg has deprecated its own queue of statements. One with values is parsed and planned once per session. */
function oneByOne(client: pg.Client): Session['query'] {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const named = values && { name: hash('md5', text), text, values };
    const result = last.then(() => client.query(named ?? text));
    last = result.catch(() => {});
    return result as never;
  };
}

/** Bounded: if the server does not respond, the socket is destroyed. */
async function close(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {});
  if (await atMost(CLOSE_MAX_MS, ended)) return;
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

type ListenOptions = Omit<Parameters<typeof keepSession>[0], 'signal' | 'abandon' | 'onNotify'> & {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  /** Runs on each new connection once it listens: what was notified before may have been missed. */
  readonly onListening: () => void | Promise<void>;
};

/**
 * Listens on a channel of Postgres until it is disposed, on its own connection, which is opened again
 * when it is lost. Notifications in between are missed: `onListening` has to read what they were about.
 */
export function listen(options: ListenOptions): AsyncDisposable & { isListening(): boolean } {
  const { channel, onNotify, onListening, ...connection } = options;
  const stop = new AbortController();
  let isListening = false;
  const running = keepSession(
    {
      ...connection,
      signal: stop.signal,
      keepAliveEveryMs: LISTENING_KEEP_ALIVE_EVERY_MS,
      onNotify: (_channel, payload) => onNotify(payload),
    },
    async (session) => {
      await session.query(`listen ${channel}`);
      await onListening();
      isListening = true;
      await aborted(AbortSignal.any([stop.signal, session.lost]));
      isListening = false;
      session.lost.throwIfAborted();
    },
  );
  return {
    isListening: () => isListening,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** Holds an advisory lock of Postgres, on its own connection, whenever that is open. */
export function holdLock(
  options: Omit<Parameters<typeof keepSession>[0], 'signal' | 'abandon' | 'onNotify'> & {
    readonly key: number;
  },
): AsyncDisposable & { isHeld(): boolean } {
  const { key, ...connection } = options;
  const stop = new AbortController();
  let lost: AbortSignal | null = null;
  const running = keepSession(
    { ...connection, signal: stop.signal, onNotify: () => {} },
    async (session) => {
      await session.query('select pg_advisory_lock($1)', [key]);
      lost = session.lost;
      await aborted(AbortSignal.any([stop.signal, session.lost]));
      session.lost.throwIfAborted();
    },
  );
  return {
    isHeld: () => lost !== null && !lost.aborted,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

const CONNECT_MAX_MS = 3_000;
const QUERY_MAX_MS = 10_000;

type ClientOptions = { readonly url: string; readonly queryMaxMs?: number };

/** Runs `work` on a connection of its own, for commands that need no pool. */
export async function withClient<T>(
  { url, queryMaxMs = QUERY_MAX_MS }: ClientOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    query_timeout: queryMaxMs,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The URL of a database with further settings for each session, after those that it already has. */
export function withSettings(databaseUrl: string, settings: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} ${settings}`.trim());
  return url.href;
}
