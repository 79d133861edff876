import { eventually } from '@entrada/platform/testing/eventually';
import type { Client } from './client.ts';
import { passDoubt } from './pass-time.ts';
import type { RestorableSystem } from './restorable-system.ts';

const SUSPENDED_MAX_MS = 90_000;

type Item = { readonly exceptionId: string; readonly endToEndId: string; readonly kind: string };

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
      const items = await undecided(system);
      return endToEndIds.map((endToEndId) => {
        const item = items.find((one) => one.endToEndId === endToEndId);
        if (!item) throw new Error(`${endToEndId} is not in suspense yet`);
        return item.exceptionId;
      });
    },
    { timeoutMs: SUSPENDED_MAX_MS },
  );
}

/** The suspended payments that nobody has decided about. */
export async function undecided({ operator }: RestorableSystem): Promise<readonly Item[]> {
  return JSON.parse((await operator('suspense', 'list', '--json')).stdout);
}

/** What an operator decides; a credit is to the account of the drill. */
export async function decide(
  system: RestorableSystem,
  decision: 'credit' | 'refund',
  exceptionId: string,
): Promise<void> {
  const account = decision === 'credit' ? ['--account', await ownAccount(system)] : [];
  const words = ['suspense', decision, exceptionId, ...account, '--reason', 'drill'];
  expect(await system.operator(...words)).toMatchObject({ stderr: '', code: 0 });
}

/** The account of a system that has one. */
export async function ownAccount({ query }: RestorableSystem): Promise<string> {
  const [own] = await query<{ id: string }>('auth', 'select id from account');
  if (!own) throw new Error('there is no account');
  return own.id;
}
