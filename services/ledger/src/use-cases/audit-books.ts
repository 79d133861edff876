import { HOUR_MS } from '@entrada/platform/time/units';
import { HOLD_OPEN_MAX_MS, holdStillOpen, settledUnheld } from '../domain/audit-returns.ts';
import type { Account, Booking } from '../domain/book.ts';
import { type BrokenLink, endProblems, UNWALKED, type WalkedChain, walk } from '../domain/chain.ts';
import type { Checkpoint } from '../domain/checkpoint.ts';
import { hourOf, hourProblem } from '../domain/holder-hour.ts';
import { BALANCE_OF, type Balance, PLATFORM_ID } from '../domain/posting.ts';
import type { Window } from '../domain/statement.ts';
import type { Violation } from '../domain/violation.ts';
import type { Ports, Report } from '../ports.ts';

type Needs = Pick<Ports, 'chain' | 'checkpoints' | 'signatureProblem'>;

/** Where the walk over all accounts is: behind a holder, and within the chain of a later one. */
type BooksPlace = {
  readonly after: string | null;
  readonly walked: (WalkedChain & { readonly holderId: string }) | null;
};

const ACCOUNTS_AT_ONCE_MAX = 200;

/**
 * I2, I3 and the chains. Each call checks a bounded number of accounts and links, may stop within a chain,
 * and starts over after the last account, so that any change of the books, however old, is found within one pass.
 */
export function auditBooks(needs: Needs) {
  const inspect = inspectAccount(needs);
  return async (place: BooksPlace, linksMax: number, report: Report): Promise<BooksPlace> => {
    const accounts = await needs.chain.accounts(place.after, ACCOUNTS_AT_ONCE_MAX);
    const { walked } = place;
    let { after } = place;
    let left = linksMax;
    for (const account of accounts) {
      const { holderId } = account;
      // Accounts may have been added before the one whose chain is being walked.
      const from = walked?.holderId === holderId ? walked : UNWALKED;
      const found = await inspect(account, from, left);
      found.violations.forEach(report);
      if (found.stopped) return { after, walked: { ...found.stopped, holderId } };
      after = holderId;
      left -= found.links;
    }
    const isLast = accounts.length < ACCOUNTS_AT_ONCE_MAX;
    return isLast ? { after: null, walked: null } : { after, walked };
  };
}

const LINKS_AT_ONCE_MAX = 500;

type Inspection = {
  readonly violations: readonly Violation[];
  readonly links: number;
  /** Where to go on; null when the chain was walked to its end. */
  readonly stopped: WalkedChain | null;
};

/**
 * Walks a holder's chain as far as `linksMax` allows, and compares its end with the account. The
 * first broken link is reported, and not what follows from it: if the last link is broken, the account is
 * not compared with it.
 */
function inspectAccount({ chain, checkpoints, signatureProblem }: Needs) {
  return async (account: Account, from: WalkedChain, linksMax: number): Promise<Inspection> => {
    const { broken, walked, links, isCut } = await walkOn(account, from, linksMax);
    const violations = broken ? [broken.violation] : [];
    if (isCut) return { violations, links, stopped: walked };
    if (broken?.seq !== account.seq) violations.push(...(await atTheEnd(account, walked)));
    return { violations, links, stopped: null };
  };

  async function atTheEnd(account: Account, walked: WalkedChain): Promise<readonly Violation[]> {
    const isPlatform = account.holderId === PLATFORM_ID;
    const end = isPlatform ? await withPlatformSum(chain, account, walked) : walked;
    return [...endProblems(account, end), ...(await chainCutShort(account))];
  }

  /** A checkpoint beyond the end proves that the end was cut off. */
  async function chainCutShort({ holderId, seq }: Account): Promise<readonly Violation[]> {
    const [beyond] = await checkpoints.between({ holderId, afterSeq: seq, toSeq: null, limit: 1 });
    if (!beyond) return [];
    const subject = `account ${holderId}`;
    const expected = `link ${beyond.seq}, which we signed`;
    // The account may have moved on, and been signed, since it was read.
    const current = await chain.accountOf(holderId);
    if (current && current.seq >= beyond.seq) return [];
    return [{ invariant: 'chain', subject, expected, found: `a chain that ends with link ${seq}` }];
  }

  async function walkOn({ holderId, seq: toSeq }: Account, from: WalkedChain, linksMax: number) {
    let broken: BrokenLink | null = null;
    let walked = from;
    let links = 0;
    while (walked.seq < toSeq && links < linksMax) {
      const range = { holderId, afterSeq: walked.seq, toSeq, limit: LINKS_AT_ONCE_MAX };
      const page = await chain.links(range);
      if (page.length === 0) return { broken, walked, links, isCut: false };
      const step = walk(walked, page);
      broken ??=
        step.broken ?? (await checkpointProblem({ checkpoints, signatureProblem }, walked, page));
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
  walked: WalkedChain,
): Promise<WalkedChain> {
  const { byAccount, byEntries } = await chain.platformBalances();
  const expected = (name: keyof Balance) => account[name] + byEntries[name] - byAccount[name];
  const sums = Object.values(BALANCE_OF).map((name) => [name, expected(name)]);
  return { ...walked, ...Object.fromEntries(sums) };
}

/** The first link along a stretch of a chain that is not what we signed, or not signed by us. */
async function checkpointProblem(
  { checkpoints, signatureProblem }: Omit<Needs, 'chain'>,
  from: WalkedChain,
  links: readonly Booking[],
): Promise<BrokenLink | null> {
  const last = links.at(-1);
  if (!last) return null;
  const { holderId, seq: toSeq } = last;
  const range = { holderId, afterSeq: from.seq, toSeq, limit: links.length };
  const bySeq = new Map(links.map((link) => [link.seq, link]));
  for (const checkpoint of await checkpoints.between(range)) {
    const { seq } = checkpoint;
    const problem = signatureProblem(checkpoint);
    const violation =
      hashProblem(checkpoint, bySeq.get(seq)) ?? (problem ? forged(checkpoint, problem) : null);
    if (violation) return { seq, violation };
  }
  return null;
}

function hashProblem(checkpoint: Checkpoint, link: Booking | undefined): Violation | null {
  if (link?.hash.equals(checkpoint.hash)) return null;
  const expected = `hash ${checkpoint.hash.toString('hex')}, which we signed`;
  const found = link ? `hash ${link.hash.toString('hex')}` : 'no such link';
  return { invariant: 'chain', subject: nameOf(checkpoint), expected, found };
}

function forged(checkpoint: Checkpoint, found: string): Violation {
  const expected = 'a signature of ours';
  return { invariant: 'chain', subject: nameOf(checkpoint), expected, found };
}

function nameOf({ holderId, seq }: Checkpoint): string {
  return `account ${holderId}, checkpoint at link ${seq}`;
}

type Verification = {
  readonly accounts: number;
  readonly links: number;
  /** Checkpoints, by the id of the key that signed them. */
  readonly signedByKey: ReadonlyMap<string, number>;
};

/** Walks every chain from its first link to its end, and reports each problem when it is found. */
export function verifyLedger(needs: Needs) {
  const inspect = inspectAccount(needs);
  return async (report: Report): Promise<Verification> => {
    let [accounts, links] = [0, 0];
    for await (const account of everyAccount(needs.chain)) {
      const found = await inspect(account, UNWALKED, Number.POSITIVE_INFINITY);
      found.violations.forEach(report);
      accounts += 1;
      links += found.links;
    }
    return { accounts, links, signedByKey: await needs.checkpoints.signedByKey() };
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

/**
 * Invariant `returns`, in the books alone: no refund is settled that was not held, and no hold stays open. A hold
 * is checked once, at the age when it must have ended, so it is found even if its charge never changes again.
 */
export function auditHolds({ books }: Pick<Ports, 'books'>) {
  return async ({ from, to }: Window, report: Report): Promise<void> => {
    for (const one of await books.unheldSettlements({ from, to })) report(settledUnheld(one));
    const dayBefore = { from: longAgo(from), to: longAgo(to) };
    for (const one of await books.openHolds(dayBefore)) report(holdStillOpen(one));
  };
}

function longAgo(time: Date): Date {
  return new Date(time.getTime() - HOLD_OPEN_MAX_MS);
}

/** The stored hours against the books, each once: when its end is in the window. */
export function auditHours({ books }: Pick<Ports, 'books'>) {
  return async ({ from, to }: Window, report: Report): Promise<void> => {
    let hour = hourOf(from);
    // Ends: the window is bounded, and each turn is an hour later.
    for (; hour.getTime() + HOUR_MS <= to.getTime(); hour = new Date(hour.getTime() + HOUR_MS)) {
      for (const compared of await books.compareHour(hour)) {
        const problem = hourProblem(compared);
        if (problem) report(problem);
      }
    }
  };
}

/** The place as it is stored between rounds. */
export function progressOf({ after, walked }: BooksPlace) {
  return { after, walked: walked && { ...walked, hash: walked.hash.toString('hex') } };
}

/** Null where nothing is stored yet. */
export function timeIn(kept: unknown): Date | null {
  return typeof kept === 'string' ? new Date(kept) : null;
}

export function booksPlaceIn(kept: unknown): BooksPlace {
  const { after = null, walked = null } = (kept ?? {}) as {
    after?: string | null;
    walked?: (Omit<NonNullable<BooksPlace['walked']>, 'hash'> & { readonly hash: string }) | null;
  };
  if (!walked) return { after, walked };
  return { after, walked: { ...walked, hash: Buffer.from(walked.hash, 'hex') } };
}
