import type { Account } from '../domain/book.ts';
import { type Broken, endProblems, type Walked, walk } from '../domain/chain.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import type { Violation } from '../domain/violation.ts';
import type { Balance, Ports } from '../ports.ts';
import { checkpointProblem } from './inspect-checkpoints.ts';

type Needs = Pick<Ports, 'chain' | 'signatureProblem'>;

const LINKS_AT_ONCE_MAX = 500;

export type Inspection = {
  readonly violations: readonly Violation[];
  readonly links: number;
  /** Where to go on; null when the chain was walked to its end. */
  readonly stopped: Walked | null;
};

/**
 * Walks a holder's chain as far as `linksMax` allows, and compares its end with the account. The
 * first broken link is reported, and not what follows from it: if the last link is broken, the account is
 * not compared with it.
 */
export function inspectAccount({ chain, signatureProblem }: Needs) {
  return async (account: Account, from: Walked, linksMax: number): Promise<Inspection> => {
    const { broken, walked, links, isCut } = await walkOn(account, from, linksMax);
    const violations = broken ? [broken.violation] : [];
    if (isCut) return { violations, links, stopped: walked };
    if (broken?.seq !== account.seq) violations.push(...(await atTheEnd(account, walked)));
    return { violations, links, stopped: null };
  };

  async function atTheEnd(account: Account, walked: Walked): Promise<readonly Violation[]> {
    const isPlatform = account.holderId === PLATFORM_ID;
    const end = isPlatform ? await withPlatformSum(chain, account, walked) : walked;
    return [...endProblems(account, end), ...(await chainCutShort(chain, account))];
  }

  async function walkOn({ holderId, seq: toSeq }: Account, from: Walked, linksMax: number) {
    let broken: Broken | null = null;
    let walked = from;
    let links = 0;
    while (walked.seq < toSeq && links < linksMax) {
      const range = { holderId, afterSeq: walked.seq, toSeq, limit: LINKS_AT_ONCE_MAX };
      const page = await chain.links(range);
      if (page.length === 0) return { broken, walked, links, isCut: false };
      const step = walk(walked, page);
      broken ??=
        step.broken ?? (await checkpointProblem({ chain, signatureProblem }, walked, page));
      walked = step.walked;
      links += page.length;
    }
    return { broken, walked, links, isCut: walked.seq < toSeq };
  }
}

/** What the platform holds also moves in the chains of holders; both sums are of one instant. */
async function withPlatformSum(
  chain: Needs['chain'],
  account: Account,
  walked: Walked,
): Promise<Walked> {
  const { byAccount, byEntries } = await chain.platformBalances();
  const expected = (name: keyof Balance) => account[name] + byEntries[name] - byAccount[name];
  return {
    ...walked,
    availableCents: expected('availableCents'),
    suspenseCents: expected('suspenseCents'),
    owedCents: expected('owedCents'),
    heldCents: expected('heldCents'),
  };
}

/** A checkpoint beyond the end proves that the end was cut off. */
async function chainCutShort(
  chain: Needs['chain'],
  { holderId, seq }: Account,
): Promise<readonly Violation[]> {
  const [beyond] = await chain.checkpoints({ holderId, afterSeq: seq, toSeq: null, limit: 1 });
  if (!beyond) return [];
  const subject = `account ${holderId}`;
  const expected = `link ${beyond.seq}, which we signed`;
  // The account may have moved on, and been signed, since it was read.
  const current = await chain.accountOf(holderId);
  if (current && current.seq >= beyond.seq) return [];
  return [{ invariant: 'chain', subject, expected, found: `a chain that ends with link ${seq}` }];
}
