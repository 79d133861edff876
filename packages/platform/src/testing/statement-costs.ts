import type { Pool } from 'pg';
import pg from 'pg';

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

export type StatementCost = {
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
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const name = pg.escapeIdentifier(new URL(adminUrl).pathname.slice(1));
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await admin.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`);
  }
  await admin.end();
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
