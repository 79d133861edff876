import pg, { type ClientBase, type Pool } from 'pg';
import { transact } from './transaction.ts';

/** What row-level security lets a transaction see: everything, for what serves no single account. */
export const EVERY_ACCOUNT = '*';

/** All that may stand in the text of a statement, besides being escaped. */
const SOUND = /^[\x20-\x7e]*$/;
const SET = { name: 'set-scope', text: `select set_config('app.account_id', $1, true)` };

/** For a transaction that is under way, until it ends. */
export async function setScope(tx: ClientBase, accountId: string): Promise<void> {
  await tx.query({ ...SET, values: [accountId] });
}

/** One transaction within one scope: a forgotten filter cannot show an account what is another's. */
export async function transactAs<T>(
  pool: Pool,
  accountId: string,
  work: (tx: ClientBase) => Promise<T>,
): Promise<T> {
  if (!SOUND.test(accountId)) throw new Error('this is no account');
  // Both in one message, which spares every scoped read a round trip.
  const scope = `select set_config('app.account_id', ${pg.escapeLiteral(accountId)}, true)`;
  return transact(pool, work, { begin: `begin; ${scope}` });
}
