import pg from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { traceQueries } from './query-spans.ts';

/** pg does not name it. */
const INT8_ARRAY_OID = 1016;

/** Bounds every wait: by default pg waits without end for a connection, a lock and a result. */
const LIMITS = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  statement_timeout: 9_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
} as const;

type Options = { readonly max: number; readonly log: Logger; readonly name?: string };

export function openPool(url: string, { max, log, name = 'entrada' }: Options): pg.Pool {
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
  pool.on('connect', (client) =>
    client.on('error', (err) => log.warn({ err }, 'database connection lost')),
  );
  traceQueries(pool, url);
  return pool;
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

export function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 outside the safe range: ${text}`);
  return number;
}

/** Of one dimension; an element that is null is an error. */
function parseInt8Array(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8);
}
