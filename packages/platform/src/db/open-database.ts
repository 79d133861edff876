import type { Pool } from 'pg';
import type { Runtime } from '../runtime/runtime.ts';
import { type Migrations, schemaReady } from './migrate.ts';
import { openPool } from './pool.ts';
import { watchPool } from './pool-metrics.ts';
import { requireSeparateRole } from './separate-roles.ts';

const SCHEMA_WAIT_MAX_MS = 120_000;

type Config = {
  readonly databaseUrl: string;
  readonly databasePoolMax: number;
  readonly mode?: 'live' | 'test';
};

/** A service's own database: resolves once its schema is migrated, and adds a readiness check. */
export async function openDatabase(
  config: Config,
  migrations: readonly Migrations[],
  { log, health, metrics }: Runtime,
): Promise<{ pool: Pool } & AsyncDisposable> {
  const pool = openPool(config.databaseUrl, { max: config.databasePoolMax, log });
  try {
    await schemaReady(pool, migrations, { log, waitMaxMs: SCHEMA_WAIT_MAX_MS });
    if (config.mode === 'live') await requireSeparateRole(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  watchPool(pool, metrics);
  health.warm('database', () => openConnections(pool, config.databasePoolMax));
  // A pool in full use is busy, not broken: overload must not make every replica unready at once.
  health.ready('database', () =>
    pool.waitingCount > 0 ? null : pool.query('select 1').then(() => null),
  );
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

/**
 * Half of the pool, at the same time so that each has a connection of its own. On a busy machine a new one takes
 * seconds, which the first requests of a process would wait for.
 */
async function openConnections(pool: Pool, max: number): Promise<void> {
  const some = Array.from({ length: Math.ceil(max / 2) }, () => pool.connect());
  const opened = await Promise.allSettled(some);
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
