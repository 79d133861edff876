import pg from 'pg';
import type { BenchRun } from '../bench-run.ts';

/** Dropped on disposal, with whoever is still connected. */
export async function createDatabase(
  { adminUrl, url }: BenchRun['postgres'],
  name: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const ask = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query(statement).finally(() => admin.end());
  };
  const quoted = pg.escapeIdentifier(name);
  await ask(`create database ${quoted}`);
  return {
    url: url(name),
    [Symbol.asyncDispose]: () => ask(`drop database ${quoted} with (force)`),
  };
}
