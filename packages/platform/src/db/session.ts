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
};

const LIMITS = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 6_000,
  statement_timeout: 5_000,
  keepAlive: true,
} as const;

// A frozen process keeps its connection open; the server closes it, so that another can take over.
// Commits may be lost when the server crashes: the same work is then only repeated.
const PREPARE = `
  set idle_session_timeout = '8s';
  set tcp_user_timeout = '8s';
  set synchronous_commit = off`;
const KEEP_ALIVE_EVERY_MS = 2_000;

const RECONNECT = { firstMs: 50, maxMs: 2_000 } as const;
const CLOSE_MAX_MS = 1_000;

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
  const { url, name, onNotify, abandon } = options;
  const client = new pg.Client({ ...LIMITS, connectionString: url, application_name: name });
  const lost = new AbortController();
  // Without a listener a dropped connection would end the process.
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('database connection closed')));
  client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''));
  try {
    await client.connect();
    await client.query(PREPARE);
  } catch (error) {
    await close(client);
    throw error;
  }
  const query = oneByOne(client);
  const keepAlive = setInterval(() => {
    query('select 1').catch((error: Error) => lost.abort(error));
  }, KEEP_ALIVE_EVERY_MS);
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

/** pg has deprecated its own queue of statements. */
function oneByOne(client: pg.Client): Session['query'] {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const result = last.then(() => client.query(text, values));
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
