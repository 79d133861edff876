import type { ClientBase, Pool } from 'pg';
import { transact } from './transaction.ts';

const SET = { name: 'set-scope', text: `select set_config('app.account_id', $1, true)` };

/** What row-level security lets a transaction see: everything, for what serves no single account. */
export const EVERY_ACCOUNT = '*';

/** Until the transaction ends. Without this it sees, and may write, nothing. */
export async function setScope(tx: ClientBase, accountId: string): Promise<void> {
  await tx.query({ ...SET, values: [accountId] });
}

/** One transaction within one scope: a forgotten filter cannot show an account what is another's. */
export function transactAs<T>(
  pool: Pool,
  accountId: string,
  work: (tx: ClientBase) => Promise<T>,
): Promise<T> {
  return transact(pool, async (tx) => {
    await setScope(tx, accountId);
    return work(tx);
  });
}
