import pg, { type Pool } from 'pg';
import { openPool } from '../db/pool.ts';
import { withSettings } from '../db/with-settings.ts';
import { openLog } from '../telemetry/log.ts';
import { costsOf, reportCosts } from './statement-costs.ts';

/** Statistics and dead rows that statements may meet, brought about by SQL before and after the rows. */
type TableState = {
  readonly tables: readonly string[];
  readonly before: string;
  readonly fill: string;
  readonly after: string;
  /** Held open while `after` runs, so that it leaves dead rows; null: none. */
  readonly snapshot: string | null;
};

/** From then on the statements of the database report what they read. */
export async function bringInto(
  { tables, before, fill, after, snapshot }: TableState,
  adminUrl: string,
  resources: AsyncDisposableStack,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const table of tables) {
    await admin.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await admin.query(before);
  await admin.query(fill);
  if (snapshot) {
    const backup = new pg.Client({ connectionString: adminUrl });
    backup.on('error', () => {});
    await backup.connect();
    resources.defer(() => backup.end());
    await backup.query(`begin isolation level repeatable read; ${snapshot}`);
  }
  await admin.query(after);
  await admin.end();
  await reportCosts(adminUrl);
}

type Batches = Readonly<Record<string, () => Promise<unknown>>>;

/** How many pages the dearest statement of each batch read, with the plans of one mode. */
export async function pagesRead(
  url: string,
  mode: string,
  batchesOf: (pool: Pool) => Batches,
): Promise<Map<string, number>> {
  const log = openLog({ service: 'test', level: 'silent', version: '-' });
  const pool = openPool(withSettings(url, `-c plan_cache_mode=${mode}`), { max: 1, log });
  const costs = costsOf(pool);
  const found = new Map<string, number>();
  for (const [name, batch] of Object.entries(batchesOf(pool))) {
    await batch();
    found.set(name, Math.max(...(await costs.take()).map(({ buffers }) => buffers)));
  }
  await pool.end();
  return found;
}
