import pg from 'pg';

const CONNECT_MAX_MS = 3_000;
const QUERY_MAX_MS = 10_000;

type Options = { readonly url: string; readonly queryMaxMs?: number };

/** Runs `work` on a connection of its own, for commands that need no pool. */
export async function withClient<T>(
  { url, queryMaxMs = QUERY_MAX_MS }: Options,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    query_timeout: queryMaxMs,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
