import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { grantToApp } from './roles.ts';
import { withSettings } from './with-settings.ts';

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
    // Ends with the session: nobody drops a function between two of its calls.
    await client.query(`select pg_advisory_lock(hashtext('entrada migration'))`);
    for (const set of sets) {
      do await fillInSteps(client);
      while (await applyNext(client, set));
    }
    const tables = sets.map(({ table }) => table);
    if (appRole) await grantToApp(client, appRole, tables);
  } finally {
    await client.end();
  }
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

/**
 * A migration that has more to fill than its locks may wait for defines `fill_step()`, which fills a part in a
 * transaction of its own and returns whether there is more; the next migration drops it.
 */
async function fillInSteps(client: pg.Client): Promise<void> {
  const ask = async (text: string) => (await client.query<{ yes: boolean }>(text)).rows[0]?.yes;
  if (!(await ask(`select to_regprocedure('fill_step()') is not null as yes`))) return;
  while (await ask('select fill_step() as yes'));
}

const CHECK_EVERY_MS = 500;

/** Services never change the schema: they wait until the migration job has. */
export async function schemaReady(
  pool: Pool,
  sets: readonly Migrations[],
  { log, waitMaxMs }: { log: Logger; waitMaxMs: number },
): Promise<void> {
  const giveUpAt = Date.now() + waitMaxMs;
  for (;;) {
    const missing = await missingMigrations(pool, sets).catch((error: Error) => [error.message]);
    if (missing.length === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`database schema is not ready: ${missing[0]}`);
    log.info({ missing: missing[0] }, 'waiting for the database schema');
    await delay(CHECK_EVERY_MS);
  }
}

async function missingMigrations(pool: Pool, sets: readonly Migrations[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { folder, table } of sets) {
    const { rows } = await pool.query<{ name: string }>(`select name from ${table}`);
    const applied = new Set(rows.map((row) => row.name));
    const files = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));
    missing.push(...files.filter((name) => !applied.has(name)));
  }
  return missing;
}
