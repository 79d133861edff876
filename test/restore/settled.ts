import { eventually } from '@entrada/platform/testing/eventually';
import type { Client } from './client.ts';
import type { RestorableSystem } from './restorable-system.ts';

const SETTLED_MAX_MS = 120_000;

type Books = { readonly account: string; readonly cents: number };
type Audit = { readonly to: string; readonly violations: readonly string[] };

/** What the bank really has of ours: everything paid less everything that went back. */
async function atBank(client: Client): Promise<number> {
  const payments = await client.truth();
  return payments.reduce((sum, { value, refunds }) => sum + value - settled(refunds), 0);
}

function settled(refunds: Awaited<ReturnType<Client['truth']>>[number]['refunds']): number {
  return refunds
    .filter(({ status }) => status === 'DEVOLVIDO')
    .reduce((sum, { value }) => sum + value, 0);
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
      expect({ bank: await atBank(client) }).toEqual({ bank: await onBooks(system) });
      const ran = await system.operator('audit', '--from', since.toISOString(), '--json');
      const audit: Audit = JSON.parse(ran.stdout || ran.stderr);
      expect(audit).toMatchObject({ violations: [] });
      // What happened in the last seconds is looked at only later.
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
