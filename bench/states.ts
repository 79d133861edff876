import pg from 'pg';
import type { Webhooks } from './service.ts';

const TABLES = ['delivery', 'delivery_attempt', 'webhook_event', 'endpoint', 'endpoint_health'];

/** What the planner and the vacuum can be left with; each resolves with what ends the state. */
type Prepare = (webhooks: Webhooks) => Promise<AsyncDisposable>;

const NOTHING_TO_END: AsyncDisposable = { [Symbol.asyncDispose]: async () => {} };

/** Analyzed after work of the same kind, as it is in normal operation. */
export const analyzed: Prepare = async ({ db }) => {
  await db.query(`vacuum analyze ${TABLES.join(', ')}`);
  return NOTHING_TO_END;
};

/** Autovacuum never ran. */
const noStatistics: Prepare = async ({ db }) => {
  await withoutAutovacuum(db);
  return NOTHING_TO_END;
};

/** The planner believes that the tables are empty. */
const emptyStatistics: Prepare = async ({ db }) => {
  await withoutAutovacuum(db);
  await db.query(`vacuum analyze ${TABLES.join(', ')}`);
  return NOTHING_TO_END;
};

/** As a backup holds one: no version of a row that changes meanwhile can be removed. */
const openSnapshot: Prepare = async ({ url }) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select from endpoint limit 1');
  return { [Symbol.asyncDispose]: () => client.end() };
};

export const STATES = {
  'no statistics': noStatistics,
  'statistics of an empty table': emptyStatistics,
  'a snapshot held open': openSnapshot,
} as const;

async function withoutAutovacuum(db: pg.Pool): Promise<void> {
  for (const table of TABLES) await db.query(`alter table ${table} set (autovacuum_enabled = off)`);
}
