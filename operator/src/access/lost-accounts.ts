import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

const PAGE_SIZE = 1_000;

type Page = { readonly accountIds: readonly string[] };
type ListAccounts = (asked: { after: string; limit: number }) => Promise<Page>;

/** An account that auth does not have, and who knows it. */
export type LostAccount = { readonly accountId: string; readonly knownTo: readonly string[] };

/** Accounts that charges or the ledger know and that auth does not. */
export async function lostAccounts(context: WithEnv): Promise<readonly LostAccount[]> {
  using auth = await connect(context, 'auth');
  using charges = await connect(context, 'charges');
  using ledger = await connect(context, 'ledger');
  const unknownTo = async (list: ListAccounts): Promise<readonly string[]> => {
    const unknown: string[] = [];
    for await (const accountIds of pagesOf(list)) {
      unknown.push(...(await auth.findUnknownAccounts({ accountIds })).accountIds);
    }
    return unknown;
  };
  const inCharges = new Set(await unknownTo((asked) => charges.listAccounts(asked)));
  const inLedger = new Set(await unknownTo((asked) => ledger.listAccounts(asked)));
  return [...new Set([...inCharges, ...inLedger])].sort().map((accountId) => ({
    accountId,
    knownTo: [
      ...(inCharges.has(accountId) ? ['charges'] : []),
      ...(inLedger.has(accountId) ? ['ledger'] : []),
    ],
  }));
}

async function* pagesOf(list: ListAccounts): AsyncGenerator<string[]> {
  // Terminates: each page starts after the previous one.
  for (let after = ''; ; ) {
    const { accountIds } = await list({ after, limit: PAGE_SIZE });
    if (accountIds.length > 0) yield [...accountIds];
    if (accountIds.length < PAGE_SIZE) return;
    after = accountIds.at(-1) ?? after;
  }
}
