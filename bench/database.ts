import { urlAs } from '@entrada/platform/db/roles';
import pg from 'pg';
import { createDatabases } from '../packages/launcher/src/databases.ts';
import type { BenchRun } from './bench-run.ts';

export type BenchDatabase = AsyncDisposable & {
  /** As the administrator. */
  readonly url: string;
  /** As the service's own role, so that the cost of row-level security is in the figures. */
  readonly appUrl: string;
  readonly migratorUrl: string;
};

/** Dropped on disposal; open connections are ended. */
export async function createDatabase(
  { adminUrl, url }: BenchRun['postgres'],
  service: string,
  name: string,
): Promise<BenchDatabase> {
  await createDatabases(adminUrl, [{ service, name }]);
  return {
    url: url(name),
    appUrl: urlAs(url(name), service, 'app'),
    migratorUrl: urlAs(url(name), service, 'migrator'),
    async [Symbol.asyncDispose]() {
      const admin = new pg.Client({ connectionString: adminUrl });
      await admin.connect();
      const drop = `drop database ${pg.escapeIdentifier(name)} with (force)`;
      await admin.query(drop).finally(() => admin.end());
    },
  };
}
