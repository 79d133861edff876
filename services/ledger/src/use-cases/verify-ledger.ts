import type { Account } from '../domain/book.ts';
import { UNWALKED } from '../domain/chain.ts';
import type { Violation } from '../domain/violation.ts';
import type { Ports } from '../ports.ts';
import { inspectAccount } from './inspect-account.ts';

const ACCOUNTS_AT_ONCE_MAX = 100;

type Verified = {
  readonly accounts: number;
  readonly links: number;
  /** Checkpoints, by the id of the key that signed them. */
  readonly signedByKey: ReadonlyMap<string, number>;
};

/** Walks every chain from its first link to its end, and reports each problem when it is found. */
export function verifyLedger(needs: Pick<Ports, 'chain' | 'signatureProblem'>) {
  const inspect = inspectAccount(needs);
  return async (report: (violation: Violation) => void): Promise<Verified> => {
    let [accounts, links] = [0, 0];
    for await (const account of everyAccount(needs.chain)) {
      const found = await inspect(account, UNWALKED, Number.POSITIVE_INFINITY);
      found.violations.forEach(report);
      accounts += 1;
      links += found.links;
    }
    return { accounts, links, signedByKey: await needs.chain.signedByKey() };
  };
}

async function* everyAccount({ accounts }: Ports['chain']): AsyncGenerator<Account> {
  let after: string | null = null;
  for (;;) {
    const page: readonly Account[] = await accounts(after, ACCOUNTS_AT_ONCE_MAX);
    yield* page;
    after = page.at(-1)?.holderId ?? null;
    if (page.length < ACCOUNTS_AT_ONCE_MAX) return;
  }
}
