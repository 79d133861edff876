import { context, SpanKind } from '@opentelemetry/api';
import type { Pool } from 'pg';
import { inSpan, isTraced } from '../telemetry/spans.ts';

type Statement = { readonly text: string; readonly name?: string; readonly values?: unknown };
type Query = (...input: readonly unknown[]) => Promise<unknown>;
type Queried = { query: unknown };
type Attributes = Readonly<Record<string, string | number>>;

const DEFAULT_PORT = 5432;
const LITERALS = /'(?:[^']|'')*'/g;
const BEGIN = /^begin\b/;
const VERB = /[^\s;]+/;

/**
 * Runs each query of a pool and of its clients in a span if the current work is traced. That of the
 * pool itself includes the wait for a client. The begin of a transaction has none, to save its cost.
 */
export function traceQueries(pool: Pool, url: string): void {
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

function wrap(queried: Queried, database: Attributes): void {
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
