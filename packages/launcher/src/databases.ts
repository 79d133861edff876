import { EVENT_FLOWS } from '@entrada/contracts/topics';
import { createDatabase, createRoles, roleOf } from '@entrada/platform/db/roles';
import pg from 'pg';

const CONNECT_MAX_MS = 15_000;
const EVENT_LOG = 'events';

type Database = { readonly service: string; readonly name: string };

/** Each service's database and its two roles: one that migrates, one that the service is. */
export async function createDatabases(
  adminUrl: string,
  databases: readonly Database[],
  signal?: AbortSignal,
): Promise<void> {
  await using server = await connect(adminUrl);
  const { admin } = server;
  for (const database of databases) {
    signal?.throwIfAborted();
    await createRoles({ admin, adminUrl }, database.service);
    if (database.service.toLowerCase() === EVENT_LOG) await createLogUsers({ admin, adminUrl });
    const known = await admin.query('select from pg_database where datname = $1', [database.name]);
    if (known.rowCount === 0) await createDatabase(admin, database);
  }
}

type Admin = Parameters<typeof createRoles>[0];

/** Services open the event log as the roles of their own databases, each with rights of its own. */
export async function createLogUsers(server: Admin): Promise<void> {
  const services = EVENT_FLOWS.flatMap(({ producer, consumer }) => [producer, consumer]);
  for (const service of new Set(services)) {
    await createRoles(server, service, roleOf(EVENT_LOG, 'app'));
  }
}

async function connect(url: string): Promise<{ readonly admin: pg.Client } & AsyncDisposable> {
  const admin = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MAX_MS,
  });
  await admin.connect();
  return { admin, [Symbol.asyncDispose]: () => admin.end() };
}
