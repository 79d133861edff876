import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';

/** Those that grow with the business. */
const LARGE = new Set([
  'account',
  'ledger_transaction',
  'entry',
  'checkpoint',
  'suspended_payment',
  'holder_hour',
  'outbox',
  'inbox',
]);

export type Statement = {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
};
type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: Plan[];
};

const IS_PLANNED = /^\s*(select|update|delete|with)/;

/** The relations that statements would read from end to end. */
export async function scannedBy(statements: readonly Statement[], pool: Pool): Promise<string[]> {
  const found: string[] = [];
  for (const { name, text, values = [] } of statements) {
    if (!IS_PLANNED.test(text)) continue;
    const { rows } = await pool.query(`explain (format json) ${text}`, values);
    found.push(...scansIn(rows[0]['QUERY PLAN'][0].Plan));
    if (!name) continue;
    // A statement that is prepared is planned without its values after a few times.
    const blind = await pool.query(`explain (generic_plan, format json) ${text}`);
    found.push(...scansIn(blind.rows[0]['QUERY PLAN'][0].Plan).map((of) => `${of}, prepared`));
  }
  return found;
}

function scansIn(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'];
  const named = own && LARGE.has(own) ? [own] : [];
  return [...named, ...(plan.Plans ?? []).flatMap(scansIn)];
}

/** How many rows statements read and then throw away; what they change is undone. */
export async function rowsReadInVain(
  statements: readonly Statement[],
  pool: Pool,
): Promise<number> {
  let inVain = 0;
  for (const { text, values = [] } of statements) {
    if (!IS_PLANNED.test(text)) continue;
    await transactAs(pool, EVERY_ACCOUNT, async (tx) => {
      const { rows } = await tx.query(`explain (analyze, format json) ${text}`, values);
      inVain += inVainIn(rows[0]['QUERY PLAN'][0].Plan);
      await tx.query('rollback');
    });
  }
  return inVain;
}

function inVainIn(plan: Plan): number {
  const isLarge = LARGE.has(plan['Relation Name'] ?? '');
  const own = isLarge ? (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + inVainIn(part), own);
}
