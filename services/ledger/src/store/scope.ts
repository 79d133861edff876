import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';

const SET = { name: 'set-scope', text: `select set_config('app.account_id', $1, true)` };

/** What row-level security lets a transaction see: everything, for what serves no single holder. */
export const EVERY_ACCOUNT = '*';

/** Until the transaction ends. Without this it sees, and may write, nothing. */
export async function setScope(tx: ClientBase, accountId: string): Promise<void> {
  await tx.query({ ...SET, values: [accountId] });
}

/** Reads within one scope: a forgotten filter cannot show a holder what is another's. */
export function readAs<T>(
  pool: Pool,
  accountId: string,
  read: (tx: ClientBase) => Promise<T>,
): Promise<T> {
  return transact(pool, async (tx) => {
    await setScope(tx, accountId);
    return read(tx);
  });
}
