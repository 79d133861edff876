import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction. Never call another service from inside it. A failed commit may
 * have happened all the same, so whatever is retried carries a unique key.
 */
export async function transact<T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
  { begin = 'begin' } = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Not waited for, which spares a round trip: what comes behind it fails if it does.
    const begun = client.query(begin);
    begun.catch(() => {});
    const result = await work(client);
    await begun;
    const { command } = await client.query('commit');
    // Postgres answers the commit of a failed transaction with a rollback, and no error.
    if (command !== 'COMMIT')
      throw new Error('a failed statement was ignored; nothing is committed');
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
