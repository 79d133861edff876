import { openPool } from '../db/pool.ts';
import { freshDatabase } from './database.ts';
import { testRuntime } from './test-runtime.ts';

/** A database for the caller alone, as a version of the service and as the owner of its tables see it. */
export async function upgradedDatabase(service: string) {
  await using opening = new AsyncDisposableStack();
  const { url, adminUrl } = opening.use(await freshDatabase(service));
  const { log } = testRuntime(service);
  const db = opening.adopt(openPool(url, { max: 4, log }), (pool) => pool.end());
  const admin = opening.adopt(openPool(adminUrl, { max: 1, log }), (pool) => pool.end());
  const resources = opening.move();
  return { db, admin, adminUrl, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
