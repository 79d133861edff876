import { queryAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';

type Statement =
  | readonly [scope: string, text: string, values?: unknown[]]
  | readonly [scope: string, prepared: QueryConfig];
type Run = <Row extends QueryResultRow>(
  scope: string,
  query: QueryConfig,
) => Promise<QueryResult<Row>>;

/** Runs single statements, each in the scope of one account, or of every account. */
export type Within = ReturnType<typeof withinPool>;

/** Each in a transaction of its own. */
export function withinPool(pool: Pool) {
  return statementsBy((scope, query) => queryAs(pool, scope, query));
}

/** In a transaction that is under way, whose scope is set. */
export function withinTransaction(tx: ClientBase): Within {
  return statementsBy((_scope, query) => tx.query(query));
}

function statementsBy(run: Run) {
  const result = <Row extends QueryResultRow>(...[scope, statement, values = []]: Statement) =>
    run<Row>(scope, typeof statement === 'string' ? { text: statement, values } : statement);
  return {
    rows: async <Row extends QueryResultRow>(...asked: Statement) =>
      (await result<Row>(...asked)).rows,
    /** Null: there is none. */
    first: async <Row extends QueryResultRow>(...asked: Statement) =>
      (await result<Row>(...asked)).rows[0] ?? null,
    run: async (...asked: Statement) => void (await result(...asked)),
    /** Whether it found or changed a row. */
    hits: async (...asked: Statement) => (await result(...asked)).rowCount !== 0,
  };
}
