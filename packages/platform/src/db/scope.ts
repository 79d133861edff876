import pg, {
  type ClientBase,
  type Pool,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import { prepared } from './prepared.ts';
import { transact, transactOne } from './transaction.ts';

/** Scope of a transaction that works for all accounts: row-level security shows it every row. */
export const EVERY_ACCOUNT = '*';

/** The only characters that are put into the text of a statement; they are escaped as well. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const SET = `select set_config('app.account_id', $1, true)`;

/** Applies to the current transaction until it ends. */
export async function setScope(tx: ClientBase, accountId: string): Promise<void> {
  await tx.query(prepared(SET, [accountId]));
}

/** Settings of Postgres for one transaction; constants of our code. */
type Settings = Readonly<Record<string, string>>;

/**
 * For statements that find each row by an index: they are planned once in a connection, whatever the statistics say.
 * Planning a statement again for each call costs more than running it.
 */
export const PLANNED_ONCE: Settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
};

/** A transaction that sees the rows of one account only, even if a statement lacks its filter. */
export async function transactAs<T>(
  pool: Pool,
  accountId: string,
  work: (tx: ClientBase) => Promise<T>,
  settings: Settings = {},
): Promise<T> {
  return transact(pool, work, { begin: beginAs(accountId, settings) });
}

/** One statement in such a transaction, in one round trip. */
export async function queryAs<R extends QueryResultRow>(
  pool: Pool,
  accountId: string,
  statement: QueryConfig,
  settings: Settings = {},
): Promise<QueryResult<R>> {
  return transactOne<R>(pool, statement, beginAs(accountId, settings));
}

function beginAs(accountId: string, settings: Settings): string {
  if (!PRINTABLE_ASCII.test(accountId)) throw new Error('account id must be printable ASCII');
  return beginWith({ 'app.account_id': accountId, ...settings });
}

/** All in one message, which saves a round trip; `set local` costs half of `select set_config`. */
function beginWith(settings: Settings): string {
  const settingOne = ([name, value]: [string, string]) =>
    `set local ${name} = ${pg.escapeLiteral(value)}`;
  return ['begin', ...Object.entries(settings).map(settingOne)].join('; ');
}

/** Begins a transaction without a scope. */
export const BEGIN_PLANNED_ONCE = beginWith(PLANNED_ONCE);
