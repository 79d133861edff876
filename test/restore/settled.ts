import { eventually } from '@entrada/platform/testing/eventually';
import { settledCents } from '../harness/sandbox.ts';
import type { Client } from './client.ts';
import { passReturnTime } from './pass-time.ts';
import type { RestorableSystem } from './restorable-system.ts';

const SETTLED_MAX_MS = 120_000;
/** The audit leaves out the last ten seconds. By a clock that is ahead by more it leaves out nothing. */
const IN_TRANSIT_MS = 10_500;

type Books = { readonly account: string; readonly cents: number };
type Audit = { readonly to: string; readonly violations: readonly string[] };

/** What the bank really has of ours: everything paid less everything that went back. */
async function atBank(client: Client): Promise<number> {
  const payments = await client.truth();
  return payments.reduce((sum, paid) => sum + paid.value - settledCents(paid), 0);
}

/** available + suspense + fees + refunds - owed; a debt is a negative entry. */
async function onBooks({ query }: RestorableSystem): Promise<number> {
  const rows = await query<Books>(
    'ledger',
    `select account, sum(amount_cents)::float8 as cents from entry where account <> 'settlement' group by 1`,
  );
  return rows.reduce((sum, { cents }) => sum + cents, 0);
}

/** Waits until the bank and the books agree and the operator's audit, from before the drill on, is silent. */
export async function expectSettled(
  system: RestorableSystem,
  client: Client,
  since: Date,
): Promise<void> {
  const endedAt = new Date();
  await eventually(
    async () => {
      await passReturnTime(system);
      expect({ bank: await atBank(client) }).toEqual({ bank: await onBooks(system) });
      const later = new Date(Date.now() + IN_TRANSIT_MS);
      const ran = await system.operatorAt(later, 'audit', '--from', since.toISOString(), '--json');
      const audit: Audit = JSON.parse(ran.stdout || ran.stderr);
      expect(audit).toMatchObject({ violations: [] });
      expect(new Date(audit.to) > endedAt).toBe(true);
    },
    { timeoutMs: SETTLED_MAX_MS },
  );
  expect(await parked(system)).toEqual([]);
}

async function parked(system: RestorableSystem): Promise<unknown> {
  const { stdout } = await system.operator('parked', 'list', '--json');
  return JSON.parse(stdout);
}
