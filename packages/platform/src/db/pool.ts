import type { Socket } from 'node:net';
import { context, SpanKind } from '@opentelemetry/api';
import pg, { type Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { AppError } from '../errors/app-error.ts';
import { PEER_UNAVAILABLE } from '../errors/grpc-status.ts';
import { callNow, requireTimeLeft } from '../grpc/call-context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Logger } from '../telemetry/log.ts';
import { inSpan, isTraced } from '../telemetry/spans.ts';
import { type Migrations, schemaReady } from './migrate.ts';

/** pg does not name it. */
const INT8_ARRAY_OID = 1016;

/** Bounds every wait: by default pg waits without end for a connection, a lock and a result. */
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  statement_timeout: 9_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  idleTimeoutMillis: 600_000,
  keepAlive: true,
  /** Before a network on the way forgets an idle connection. */
  keepAliveInitialDelayMillis: 60_000,
} as const;

type Options = {
  readonly max: number;
  readonly log: Logger;
  readonly name?: string;
  readonly callWaitMaxMs?: number | undefined;
};

export function openPool(url: string, options: Options): pg.Pool {
  const { max, log, name = 'entrada', callWaitMaxMs = CALL_WAIT_MAX_MS } = options;
  const pool = new pg.Pool({
    ...LIMITS,
    connectionString: url,
    max,
    application_name: name,
    types: { getTypeParser },
    // Statements of a transaction may be sent without waiting for the previous result.
    pipeline: true,
  });
  // Without these two listeners a dropped connection would end the process: the pool reports idle
  // connections, the client those that are checked out.
  pool.on('error', (err) => log.warn({ err }, 'idle database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', (err) => log.warn({ err }, 'database connection lost'));
    writeTogether(client);
  });
  shedCalls(pool, callWaitMaxMs);
  traceQueries(pool, url);
  return pool;
}

/** Statements that are sent in one turn of the event loop leave in one write: a write costs more than a statement's bytes. */
function writeTogether(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  const query = client.query.bind(client) as Query;
  let isCorked = false;
  client.query = ((...input: readonly unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      const { stream } = connection;
      stream.cork();
      queueMicrotask(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return query(...input);
  }) as typeof client.query;
}

/** The URL that the pool was opened with. */
export function urlOf({ options: { connectionString } }: pg.Pool): string {
  if (connectionString === undefined) throw new TypeError('The pool was opened without a URL');
  return connectionString;
}

/** pg returns int8 as text; here it is a number, or an error when a number cannot hold it exactly. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: parseInt8,
  [INT8_ARRAY_OID]: parseInt8Array,
};
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  const parser = format === 'binary' ? undefined : PARSERS[oid];
  return (parser as never) ?? pg.types.getTypeParser(oid, format as 'text');
};

function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 outside the safe range: ${text}`);
  return number;
}

/** Of one dimension; an element that is null is an error. */
function parseInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8);
}

const WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];

/** How a pool is used, and how long those wait who ask it for a connection. */
export function watchPool(pool: Pool, metrics: Registry): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool in use and idle, and requests that wait for one',
    labelNames: ['state'] as const,
    registers: [metrics],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const max = new Gauge({
    name: 'db_pool_connections_max',
    help: 'Connections that the pool may open',
    registers: [metrics],
  });
  max.set(pool.options.max);
  const wait = new Histogram({
    name: 'db_pool_wait_seconds',
    help: 'Time until the pool gave a connection',
    buckets: WAIT_BUCKETS,
    registers: [metrics],
  });
  observeWaits(pool, (ms) => wait.observe(ms / 1_000));
}

type ConnectCallback = (error: Error | undefined, client?: unknown, release?: () => void) => void;
type Connect = (done: ConnectCallback) => void;

/** The pool calls its own `connect` for each query, with a callback. */
function wrapConnect(pool: Pool, connectWith: (connect: Connect, done: ConnectCallback) => void) {
  const connect = pool.connect.bind(pool) as Connect;
  pool.connect = ((done?: ConnectCallback) => {
    if (done) return connectWith(connect, done);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    connectWith(connect, (error, client) => (error ? reject(error) : resolve(client)));
    return promise;
  }) as Pool['connect'];
}

function observeWaits(pool: Pool, observe: (ms: number) => void): void {
  wrapConnect(pool, (connect, done) => {
    const started = performance.now();
    connect((...result) => {
      observe(performance.now() - started);
      done(...result);
    });
  });
}

/** When connections have been given after a longer wait for so long, new calls are refused. A stall alone is no overload. */
const CALL_WAIT_MAX_MS = 300;

/**
 * Overload must not feed itself. A call that would wait too long for its first connection is refused, and one whose
 * deadline passes as it waits gives up its place. What has had a connection goes on, because it may have written.
 */
function shedCalls(pool: Pool, callWaitMaxMs: number): void {
  let lateSince: number | null = null;
  wrapConnect(pool, (connect, done) => {
    const started = performance.now();
    const call = callNow();
    const isOverloaded = lateSince !== null && started - lateSince > callWaitMaxMs;
    if (call?.hasBegun === false && pool.waitingCount > 0 && isOverloaded) {
      return done(new AppError('UNAVAILABLE', PEER_UNAVAILABLE));
    }
    // A connection that is being opened takes its time without overload.
    const isQueued = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
    connect((error, client, release) => {
      const now = performance.now();
      if (!isQueued || now - started <= callWaitMaxMs) lateSince = null;
      else lateSince ??= now;
      // Another statement of the call may have begun meanwhile.
      if (error || !call || call.hasBegun) return done(error, client, release);
      try {
        requireTimeLeft(call.deadlineMs);
      } catch (late) {
        release?.();
        return done(late as Error);
      }
      call.hasBegun = true;
      done(error, client, release);
    });
  });
}

type Statement = { readonly text: string; readonly name?: string; readonly values?: unknown };
type Query = (...input: readonly unknown[]) => Promise<unknown>;
type QueryTarget = { query: unknown };
type Attributes = Readonly<Record<string, string | number>>;

const DEFAULT_PORT = 5432;
const LITERALS = /(?:'[^']*')+/g;
const BEGIN = /^begin\b/;
const VERB = /[^\s;]+/;

/**
 * Runs each query of a pool and of its clients in a span if the current work is traced. That of the
 * pool itself includes the wait for a client. The begin of a transaction has none, to save its cost.
 */
function traceQueries(pool: Pool, url: string): void {
  const { pathname, hostname, port } = new URL(url);
  const database = {
    'db.system.name': 'postgresql',
    'db.namespace': decodeURIComponent(pathname.slice('/'.length)),
    'server.address': hostname,
    'server.port': Number(port) || DEFAULT_PORT,
  };
  wrap(pool, database);
  pool.on('connect', (client) => wrap(client, database));
}

function wrap(queried: QueryTarget, database: Attributes): void {
  const query = (queried.query as Query).bind(queried);
  queried.query = (...input: readonly unknown[]) => {
    // Only a pool passes a callback, and its own query has the span.
    if (!isTraced() || typeof input.at(-1) === 'function') return query(...input);
    const statement = statementOf(input);
    if (BEGIN.test(statement.text)) return query(...input);
    return inSpan(describe(statement, database), () => query(...input));
  };
}

function statementOf([statement, values]: readonly unknown[]): Statement {
  return typeof statement === 'string' ? { text: statement, values } : (statement as Statement);
}

function describe({ text, name, values }: Statement, database: Attributes) {
  return {
    name: `pg.query:${name ?? verbOf(text)} ${database['db.namespace']}`,
    kind: SpanKind.CLIENT,
    parent: context.active(),
    attributes: {
      ...database,
      // A statement without parameters may contain values.
      'db.query.text': values === undefined ? text.replaceAll(LITERALS, "'?'") : text,
      ...(name === undefined ? {} : { 'db.postgresql.plan': name }),
    },
  };
}

function verbOf(text: string): string {
  return VERB.exec(text)?.[0].toUpperCase() ?? '';
}

const SCHEMA_WAIT_MAX_MS = 120_000;

type Config = {
  readonly databaseUrl: string;
  readonly databasePoolMax: number;
  readonly mode?: 'live' | 'test';
};

/** A service's own database: resolves once its schema is migrated, and adds a readiness check. */
export async function openDatabase(
  config: Config,
  migrations: readonly Migrations[],
  { log, health, metrics, callWaitMaxMs }: Runtime,
): Promise<{ pool: Pool } & AsyncDisposable> {
  const pool = openPool(config.databaseUrl, { max: config.databasePoolMax, log, callWaitMaxMs });
  try {
    await schemaReady(pool, migrations, { log, waitMaxMs: SCHEMA_WAIT_MAX_MS });
    if (config.mode === 'live') await requireSeparateRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  watchPool(pool, metrics);
  health.warm('database', () => openConnections(pool, config.databasePoolMax));
  health.ready('database', readinessOf(pool));
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

/** A pool in full use that still gives connections is busy, not broken: overload must not make every replica unready. */
const NONE_GIVEN_MAX_MS = 5_000;

function readinessOf(pool: Pool): () => Promise<null> {
  let givenAt = performance.now();
  pool.on('acquire', () => {
    givenAt = performance.now();
  });
  return async () => {
    const isBusy = pool.waitingCount > 0 && performance.now() - givenAt < NONE_GIVEN_MAX_MS;
    if (!isBusy) await pool.query('select 1');
    return null;
  };
}

/**
 * Half of the pool, at the same time so that each has a connection of its own. On a busy machine a new one takes
 * seconds, which the first requests of a process would wait for.
 */
async function openConnections(pool: Pool, max: number): Promise<void> {
  const some = Array.from({ length: Math.ceil(max / 2) }, () => pool.connect());
  const opened = await Promise.allSettled(some);
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

const ROLE = `
  select current_user as role,
         exists (select from pg_class
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and pg_has_role(relowner, 'member')) as "ownsTables",
         exists (select from pg_roles
                  where rolname = current_user and (rolsuper or rolbypassrls)) as "bypassesRules"`;

type Role = {
  readonly role: string;
  readonly ownsTables: boolean;
  readonly bypassesRules: boolean;
};

/**
 * Throws when the service connects as the role that migrates, or one as mighty: row-level security, refused updates and
 * grants would not hold for it, and nothing else would say so.
 */
async function requireSeparateRole(pool: Pool): Promise<void> {
  const [found] = (await pool.query<Role>(ROLE)).rows;
  if (!found?.ownsTables && !found?.bypassesRules) return;
  const why = found.bypassesRules
    ? 'is a superuser or bypasses row-level security'
    : 'owns the tables, as the role that migrates does';
  throw new Error(
    `The service connects to its database as ${found.role}, which ${why}: in live mode it must not. ` +
      'Create the login entrada_<service>_app (or a member of it), run the migration as the owner, which grants it its rights, ' +
      'and put it into the DATABASE_URL_... of the service. Keep the URL of the owner for the migration alone.',
  );
}
