import { EVENT_FLOWS } from '@entrada/contracts/topics';
import {
  createDatabase,
  createRoles,
  openToItsRolesOnly,
  roleOf,
} from '@entrada/platform/db/roles';
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
    const migrator = roleOf(database.service, 'migrator');
    const { rows } = await admin.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [database.name],
    );
    const [known] = rows;
    if (!known) await createDatabase(admin, database);
    else if (known.owner !== migrator) await adopt(adminUrl, database);
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

const NOT_OWNED = `
  select format('alter table %s owner to %I', oid::regclass, $1::text) as statement
    from pg_class
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and pg_get_userbyid(relowner) <> $1
   union all
  select format('alter function %s owner to %I', oid::regprocedure, $1::text)
    from pg_proc
   where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> $1`;

/** Data of a time when everything belonged to the administrator. */
async function adopt(adminUrl: string, database: Database): Promise<void> {
  const { service, name } = database;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const migrator = roleOf(service, 'migrator');
  await using inside = await connect(url.href);
  const { rows } = await inside.admin.query<{ statement: string }>(NOT_OWNED, [migrator]);
  for (const { statement } of rows) await inside.admin.query(statement);
  await openToItsRolesOnly(inside.admin, database);
  await inside.admin.query(
    `alter database ${pg.escapeIdentifier(name)} owner to ${pg.escapeIdentifier(migrator)}`,
  );
}

async function connect(url: string): Promise<{ readonly admin: pg.Client } & AsyncDisposable> {
  const admin = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MAX_MS,
  });
  await admin.connect();
  return { admin, [Symbol.asyncDispose]: () => admin.end() };
}
