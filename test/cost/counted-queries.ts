import pg from 'pg';

/** What services of this process ask one database. */
export type QueryCounts = { statements: number; transactions: number };

type Query = (...input: unknown[]) => unknown;

/** Not of work: of a connection that is kept open, or of a test. */
const NOT_COUNTED = /^select 1$|^listen |^\/\* test \*\//;

/** Counts every statement that this process sends from now on, by database. Connections opened before are not counted. */
export function countQueries() {
  const counts = new Map<string, QueryCounts>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const open = new WeakSet<object>();
  prototype.query = function query(this: pg.Client & { database: string }, ...input) {
    const text = textOf(input[0]);
    if (!NOT_COUNTED.test(text)) {
      const count = counts.get(this.database) ?? { statements: 0, transactions: 0 };
      counts.set(this.database, count);
      count.statements += 1;
      if (/^begin\b/.test(text)) open.add(this);
      else if (/^(commit|rollback)\b/.test(text)) open.delete(this);
      if (!open.has(this)) count.transactions += 1;
    }
    return original.apply(this, input);
  };
  return {
    /** Of databases whose names contain this. */
    of(part: string): QueryCounts {
      const sum = { statements: 0, transactions: 0 };
      for (const [database, { statements, transactions }] of counts) {
        if (!database.includes(part)) continue;
        sum.statements += statements;
        sum.transactions += transactions;
      }
      return sum;
    },
    reset: () => counts.clear(),
    [Symbol.dispose]() {
      prototype.query = original;
    },
  };
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string })?.text;
  return (text ?? '').trim();
}
