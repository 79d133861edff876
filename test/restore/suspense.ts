import { eventually } from '@entrada/platform/testing/eventually';
import type { Client } from './client.ts';
import { passDoubt } from './pass-time.ts';
import type { RestorableSystem } from './restorable-system.ts';

const SUSPENDED_MAX_MS = 90_000;

type Item = { readonly exceptionId: string; readonly endToEndId: string };

/** Payments that belong to no charge, in suspense; gives their exception ids. */
export async function suspended(
  system: RestorableSystem,
  client: Client,
  values: readonly number[],
): Promise<string[]> {
  const endToEndIds: string[] = [];
  for (const value of values) endToEndIds.push(await client.payUnknown(value));
  return eventually(
    async () => {
      await passDoubt(system);
      const { stdout } = await system.operator('suspense', 'list', '--json');
      const items: Item[] = JSON.parse(stdout);
      return endToEndIds.map((endToEndId) => {
        const item = items.find((one) => one.endToEndId === endToEndId);
        if (!item) throw new Error(`${endToEndId} is not in suspense yet`);
        return item.exceptionId;
      });
    },
    { timeoutMs: SUSPENDED_MAX_MS },
  );
}
