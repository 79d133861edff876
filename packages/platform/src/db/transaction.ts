import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction. Never call another service from inside it. A failed commit may
 * have happened nevertheless, so what is retried must carry a unique key.
 */
export async function transact<T>(
  pool: Pool,
  work: (tx: PoolClient) => Promise<T>,
  { begin = 'begin' } = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Awaited: after a failed begin, each statement would commit by itself.
    await client.query(begin);
    const result = await work(client);
    const { command } = await client.query('commit');
    // Postgres answers the commit of a failed transaction with a rollback, and no error.
    if (command !== 'COMMIT')
      throw new Error('a failed statement was ignored: the transaction was rolled back');
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
