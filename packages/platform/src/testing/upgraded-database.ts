import { cp, mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Migrations, serviceMigrations } from '../db/migrate.ts';
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

/** The migrations of a service up to the one with this number, as an earlier version had them. */
export async function migrationsBefore(
  serviceFolder: string,
  number: string,
): Promise<Migrations & AsyncDisposable> {
  const copy = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
  for (const file of await readdir(join(serviceFolder, 'migrations'))) {
    if (file >= number) continue;
    await cp(join(serviceFolder, 'migrations', file), join(copy.path, 'migrations', file));
  }
  return { ...serviceMigrations(copy.path), [Symbol.asyncDispose]: () => copy.remove() };
}
