import pg, { type Pool } from 'pg';
import { openPool } from '../db/pool.ts';
import { withSettings } from '../db/session.ts';
import { openLog } from '../telemetry/log.ts';
import { freshDatabase, withTestClient } from './database.ts';

/** What Postgres' own auto_explain reports: the plan that ran, prepared or not. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  client_min_messages: 'log',
} as const;

type StatementCost = {
  readonly text: string;
  readonly buffers: number;
  /** Tables that it read from end to end. */
  readonly scanned: readonly string[];
};

type Report = {
  readonly 'Query Text': string;
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
};

/** From now on every session of the database reports what each of its statements read. */
export async function reportCosts(adminUrl: string): Promise<void> {
  const name = pg.escapeIdentifier(new URL(adminUrl).pathname.slice(1));
  await withTestClient(adminUrl, async (admin) => {
    for (const [setting, value] of Object.entries(SETTINGS)) {
      await admin.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`);
    }
  });
}

/** Collects what the statements of a pool read, in pages of 8 kB; call before its first statement. */
export function costsOf(pool: Pool) {
  const costs: StatementCost[] = [];
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = message.match(/plan:\s*(\{.*)$/s) ?? [];
      if (!json) return;
      const { 'Query Text': text, Plan: plan }: Report = JSON.parse(json);
      const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      const scans = json.matchAll(/"Node Type": "Seq Scan"[^{}]*?"Relation Name": "(\w+)"/g);
      costs.push({ text, buffers, scanned: Array.from(scans, ([, table = '']) => table) });
    });
  });
  return {
    /** Of the statements since it was called last. */
    async take(): Promise<readonly StatementCost[]> {
      // Reports come before the reply of a later statement at the latest.
      await pool.query('select');
      return costs.splice(0).filter(({ text }) => text !== 'select');
    },
  };
}

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

/** By default without statistics and without dead rows. */
type State = Partial<Pick<TableState, 'before' | 'after' | 'snapshot'>> & {
  readonly name: string;
  readonly rows: number;
};

type Costs = Pick<TableState, 'tables'> & {
  readonly template: string;
  readonly states: readonly State[];
  readonly prepare?: (adminUrl: string) => Promise<void>;
  readonly fill: (rows: number) => string;
  /** `round`: how often the database was measured, this time included. */
  readonly batchesOf: (
    pool: Pool,
    run: { readonly url: string; readonly rows: number; readonly round: number },
  ) => Batches | Promise<Batches>;
  readonly pagesMax: (name: string) => number;
};

/** Tests that in each state, with the plans of both modes, no statement of a batch reads more pages than it may. */
export function testCosts(
  title: string,
  { template, tables, states, prepare, fill, batchesOf, pagesMax }: Costs,
): void {
  describe.each(states)(
    'with $name',
    ({ rows, before = 'select', after = 'select', snapshot = null }) => {
      const resources = new AsyncDisposableStack();
      let url: string;
      beforeAll(async () => {
        const database = resources.use(await freshDatabase(template));
        url = database.url;
        await prepare?.(database.adminUrl);
        const state = { tables, before, fill: fill(rows), after, snapshot };
        await bringInto(state, database.adminUrl, resources);
      });
      afterAll(() => resources.disposeAsync());

      test.each([
        ['force_custom_plan', 1],
        ['force_generic_plan', 2],
      ])(`${title} (%s)`, async (mode, round) => {
        const found = await pagesRead(url, mode, (pool) => batchesOf(pool, { url, rows, round }));

        expect([...found.values()].every((pages) => pages > 0)).toBe(true);
        expect([...found].filter(([name, pages]) => pages > pagesMax(name))).toEqual([]);
      });
    },
  );
}

/** How many pages the dearest statement of each batch read, with the plans of one mode. */
export async function pagesRead(
  url: string,
  mode: string,
  batchesOf: (pool: Pool) => Batches | Promise<Batches>,
): Promise<Map<string, number>> {
  const log = openLog({ service: 'test', level: 'silent', version: '-' });
  const pool = openPool(withSettings(url, `-c plan_cache_mode=${mode}`), { max: 1, log });
  const costs = costsOf(pool);
  const found = new Map<string, number>();
  for (const [name, batch] of Object.entries(await batchesOf(pool))) {
    await batch();
    found.set(name, Math.max(...(await costs.take()).map(({ buffers }) => buffers)));
  }
  await pool.end();
  return found;
}
