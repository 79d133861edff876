import { cp, mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Migrations, serviceMigrations } from '../db/migrate.ts';

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
