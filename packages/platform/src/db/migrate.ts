import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { grantToApp } from './roles.ts';
import { withSettings } from './session.ts';

/** A folder of NNNN_what.sql files and the table that records which were applied. */
export type Migrations = { readonly folder: string; readonly table: string };

/** Outbox, inbox and parked records: for every service that publishes or consumes events. */
export const MESSAGING_MIGRATIONS = platformMigrations('messaging');
/** The event log in Postgres, which has a database of its own. */
export const EVENT_LOG_MIGRATIONS = platformMigrations('event-log');

export function serviceMigrations(serviceFolder: string): Migrations {
  return { folder: `${serviceFolder}/migrations`, table: 'service_migration' };
}

function platformMigrations(name: string): Migrations {
  const folder = join(import.meta.dirname, '../../migrations', name);
  return { folder, table: `${name.replace('-', '_')}_migration` };
}

const CONNECT_MAX_MS = 5_000;
const LOCK_WAIT_MAX_MS = 10_000;
const CHECK_EVERY_MS = 500;
const DEADLOCK = '40P01';
const DEADLOCKS_MAX = 10;
/** Another job may build large indexes meanwhile. */
const TURN_WAIT_MAX_MS = 3_600_000;

/**
 * Applies missing migrations and grants the service's role its rights. Safe to call concurrently: an
 * advisory lock lets one caller work at a time.
 */
export async function migrate(
  databaseUrl: string,
  sets: readonly Migrations[],
  appRole: string | null = null,
): Promise<void> {
  // A schema change that waits for a lock blocks all traffic of its table, so the wait is bounded.
  const client = new pg.Client({
    // Row-level security applies to the owner too; a migration must see every row.
    connectionString: withSettings(databaseUrl, '-c app.account_id=*'),
    connectionTimeoutMillis: CONNECT_MAX_MS,
    lock_timeout: LOCK_WAIT_MAX_MS,
  });
  // A connection lost between two statements is reported by the next statement.
  client.on('error', () => {});
  await client.connect();
  try {
    await waitForTurn(client);
    const tables = sets.map(({ table }) => table);
    const grant = async () => appRole && (await grantToApp(client, appRole, tables));
    for (const set of sets) {
      await refuseOlderData(client, set);
      while (await afterDeadlocks(client, () => applyNext(client, set)));
    }
    await afterDeadlocks(client, grant);
  } finally {
    await client.end();
  }
}

async function ask(client: pg.Client, text: string, values: unknown[] = []): Promise<boolean> {
  return (await client.query<{ yes: boolean }>(text, values)).rows[0]?.yes === true;
}

/**
 * The lock ends with the session: nobody drops a function between two of its calls. A statement that waited
 * for it would keep row versions from being removed while another job fills.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const giveUpAt = Date.now() + TURN_WAIT_MAX_MS;
  while (
    !(await ask(client, `select pg_try_advisory_lock(hashtext('entrada migration')) as yes`))
  ) {
    if (Date.now() > giveUpAt) throw new Error('another migration job has not ended');
    await delay(CHECK_EVERY_MS);
  }
}

/** Data from before 0.1.0, the first version, has migrations that are gone, and lacks the first that is here. */
async function refuseOlderData(client: pg.Client, { folder, table }: Migrations): Promise<void> {
  const [first] = migrationsIn(folder);
  const hasTable = await ask(client, 'select to_regclass($1) is not null as yes', [table]);
  if (!hasTable) return;
  const text = `select count(*) > 0 and bool_and(name <> $1) as yes from ${table}`;
  if (await ask(client, text, [first])) {
    throw new Error(
      'this database was made before version 0.1.0, which cannot upgrade it: wipe it (npm run reset) and start again',
    );
  }
}

function migrationsIn(folder: string): string[] {
  const files = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));
  return files.toSorted();
}

/** False when there was none left to apply. */
async function applyNext(client: pg.Client, { folder, table }: Migrations): Promise<boolean> {
  // Services read this file to check the schema; only the migration job needs to load this library.
  const { runner } = await import('node-pg-migrate');
  const applied = await runner({
    dbClient: client,
    dir: folder,
    migrationsTable: table,
    direction: 'up',
    count: 1,
    advisoryLockMode: 'wait',
    log: () => {},
  });
  return applied.length > 0;
}

/** Retries on deadlock with the running services. */
async function afterDeadlocks<T>(client: pg.Client, step: () => Promise<T>): Promise<T> {
  for (let deadlocks = 0; ; deadlocks += 1) {
    try {
      return await step();
    } catch (error) {
      if ((error as pg.DatabaseError).code !== DEADLOCK || deadlocks === DEADLOCKS_MAX) throw error;
      // What applies migrations leaves the transaction open that has failed.
      await client.query('rollback');
    }
  }
}

/** Services never change the schema: they wait until the migration job has. */
export async function schemaReady(
  pool: Pool,
  sets: readonly Migrations[],
  { log, waitMaxMs }: { log: Logger; waitMaxMs: number },
): Promise<void> {
  const giveUpAt = Date.now() + waitMaxMs;
  let logged: string | undefined;
  for (;;) {
    const problem = await schemaProblem(pool, sets).catch(describeProblem);
    if (!problem) return;
    if (Date.now() > giveUpAt) throw new Error(`the database is not ready: ${problem}`);
    if (problem !== logged) log.warn({ problem }, 'waiting for the database');
    logged = problem;
    await delay(CHECK_EVERY_MS);
  }
}

async function schemaProblem(pool: Pool, sets: readonly Migrations[]): Promise<string | undefined> {
  const [missing] = await missingMigrations(pool, sets);
  return missing && `its schema is too old, ${missing} is missing: ${RUN_MIGRATIONS}`;
}

async function missingMigrations(pool: Pool, sets: readonly Migrations[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { folder, table } of sets) {
    const { rows } = await pool.query<{ name: string }>(`select name from ${table}`);
    const applied = new Set(rows.map((row) => row.name));
    missing.push(...migrationsIn(folder).filter((name) => !applied.has(name)));
  }
  return missing;
}

const UNTRUSTED =
  /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_(HAS_EXPIRED|NOT_YET_VALID)|ERR_TLS_CERT_ALTNAME_INVALID/;
const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/;

const REFUSED_LOGIN = ['28P01', '28000'];
const NO_DATABASE = '3D000';
const NO_TABLE = '42P01';

const RUN_MIGRATIONS =
  'run the migrations of this version (the migration Job of the chart, or npm run migrate)';

/** What keeps a service from its database, and what to do about it. */
export function describeProblem(error: Error & { readonly code?: string }): string {
  const { code = '' } = error;
  // For a name with several addresses Node gives an error without a message.
  const message = error.message || code || error.name;
  if (code === NO_TABLE) return `it was never migrated: ${RUN_MIGRATIONS}`;
  return `${message}${adviceFor(code)}`;
}

function adviceFor(code: string): string {
  if (REFUSED_LOGIN.includes(code))
    return ': check user and password in the DATABASE_URL_… of this service';
  if (code === NO_DATABASE) return ': create it, or correct the DATABASE_URL_… of this service';
  if (UNTRUSTED.test(code)) {
    return ': check DATABASE_TLS_CA_FILE (postgres.tls.caSecret of the chart), the authority of the certificate of the server';
  }
  if (UNREACHABLE.test(code)) {
    return ': check host and port in the DATABASE_URL_… of this service, and the network policies on the way';
  }
  return '';
}
