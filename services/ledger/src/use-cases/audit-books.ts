import { UNWALKED, type Walked } from '../domain/chain.ts';
import type { Ports, Report } from '../ports.ts';
import { inspectAccount } from './inspect-account.ts';

type Needs = Pick<Ports, 'chain' | 'signatureProblem'>;

/** Where the walk over all accounts is: behind a holder, or within the chain of the next one. */
export type BooksPlace = { readonly after: string | null; readonly walked: Walked | null };

const ACCOUNTS_AT_ONCE_MAX = 200;

/**
 * I2, I3 and the chains. Each call checks a bounded number of accounts and links, may stop within a chain,
 * and starts over after the last account, so that any change of the books, however old, is found within one pass.
 */
export function auditBooks(needs: Needs) {
  const inspect = inspectAccount(needs);
  return async (place: BooksPlace, linksMax: number, report: Report): Promise<BooksPlace> => {
    const accounts = await needs.chain.accounts(place.after, ACCOUNTS_AT_ONCE_MAX);
    let { after, walked } = place;
    let left = linksMax;
    for (const account of accounts) {
      const found = await inspect(account, walked ?? UNWALKED, left);
      found.violations.forEach(report);
      if (found.stopped) return { after, walked: found.stopped };
      [after, walked] = [account.holderId, null];
      left -= found.links;
    }
    const isLast = accounts.length < ACCOUNTS_AT_ONCE_MAX;
    return isLast ? { after: null, walked: null } : { after, walked };
  };
}
