import { transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';

/** Runs statements in the scope of one account, or of every account. */
export type Within = <T>(accountId: string, work: (db: ClientBase) => Promise<T>) => Promise<T>;

/** Each time a transaction of its own. */
export function withinPool(pool: Pool): Within {
  return (accountId, work) => transactAs(pool, accountId, work);
}

/** In a transaction that is under way, whose scope is set. */
export function withinTransaction(tx: ClientBase): Within {
  return (_accountId, work) => work(tx);
}
