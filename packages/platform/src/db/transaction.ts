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
    // Waited for: what is sent behind a begin that fails would commit statement by statement.
    await client.query(begin);
    const result = await work(client);
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
