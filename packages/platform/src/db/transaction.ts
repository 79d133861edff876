import type { EventEmitter } from 'node:events';
import {
  type ClientBase,
  DatabaseError,
  type Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';

/** What is emitted on the pool when the transaction of a client has committed. */
const eventsOf = new WeakMap<ClientBase, Set<string>>();

/** Emits an event on the pool after the commit: what Postgres notifies inside a transaction locks the whole server. */
export function emitAfterCommit(tx: ClientBase, event: string): void {
  eventsOf.get(tx)?.add(event);
}

/**
 * Runs `work` in one transaction. Never call another service from inside it. A failed commit may
 * have happened nevertheless, so what is retried must carry a unique key.
 */
export async function transact<T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
  { begin = 'begin' } = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const events = new Set<string>();
  eventsOf.set(client, events);
  try {
    // Awaited: after a failed begin, each statement would commit by itself.
    await client.query(begin);
    const result = await work(client);
    const { command } = await client.query('commit');
    // Postgres answers the commit of a failed transaction with a rollback, and no error.
    if (command !== 'COMMIT')
      throw new Error('a failed statement was ignored: the transaction was rolled back');
    for (const event of events) (pool as EventEmitter).emit(event);
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * One statement in one round trip. After a failed begin it would commit by itself, which is the same for a single one; after
 * a failed statement the commit rolls back.
 */
export async function transactOne<R extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
  begin: string,
): Promise<QueryResult<R>> {
  const client = await pool.connect();
  const sent = [client.query(begin), client.query<R>(statement), client.query('commit')] as const;
  const [begun, result, committed] = await Promise.allSettled(sent);
  const failed = [begun, result, committed].find((one) => one.status === 'rejected');
  const isLost = failed !== undefined && !(failed.reason instanceof DatabaseError);
  // A commit that was cancelled leaves the transaction open.
  client.release(isLost || client.getTransactionStatus() !== 'I');
  if (failed) throw failed.reason;
  return (result as PromiseFulfilledResult<QueryResult<R>>).value;
}

/**
 * Waits for statements that were sent together. If several fail, the error of the first is thrown: in
 * a transaction the later ones fail only because of it.
 */
export async function settledInOrder(sent: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The server is starting, is shutting down, has no free connection or cannot be reached. */
const CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors of pg that have no code: no connection was free in time, or the connection was lost. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether the database is unavailable or overloaded, so that a retry may succeed. A commit may have
 * happened nevertheless: what is retried must carry a unique key.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && CODES.has(code)) || MESSAGES.test(error.message);
}

const UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}
