import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { describeProblem, RUN_MIGRATIONS } from './describe-problem.ts';
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
const CHECK_EVERY_MS = 500;
const DEADLOCK = '40P01';
const DEADLOCKS_MAX = 10;
/** Another job may fill large tables meanwhile. */
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
    // Triggers write to new tables with the rights of an earlier version that runs meanwhile. Where none
    // does, rights wait for the last migration: those of an unfinished schema may be too many.
    const isUpgrade = appRole !== null && (await hasRights(client, appRole, tables));
    for (const set of sets) {
      do {
        if (isUpgrade) await afterDeadlocks(client, grant);
        await fillInSteps(client);
      } while (await afterDeadlocks(client, () => applyNext(client, set)));
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

/** Whether an earlier migration has granted the role its rights. */
function hasRights(client: pg.Client, role: string, tables: readonly string[]): Promise<boolean> {
  const text = `
    select exists (select from pg_roles
                    where rolname = $1
                      and not exists (select from unnest($2::text[]) as name
                                       where has_table_privilege(oid, to_regclass(name), 'select') is not true)) as yes`;
  return ask(client, text, [role, tables]);
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
  if (!(await ask(client, `select to_regprocedure('fill_step()') is not null as yes`))) return;
  while (await afterDeadlocks(client, () => ask(client, 'select fill_step() as yes')));
}

/** Of a step and what an earlier version writes meanwhile, Postgres may roll back either: a step is then tried again. */
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
    const files = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));
    missing.push(...files.filter((name) => !applied.has(name)));
  }
  return missing;
}
