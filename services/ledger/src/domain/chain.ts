import type { Account, Booking } from './book.ts';
import { digestOf, GENESIS, type Line, linkHash } from './link.ts';
import {
  BALANCE_OF,
  type Balance,
  carried,
  type HolderAccount,
  moveBalance,
  NO_BALANCE,
  type OpenBalance,
  PLATFORM_ID,
} from './posting.ts';
import type { Violation } from './violation.ts';

/** How far a chain was walked, and what its holder had there. */
export type WalkedChain = Balance & { readonly seq: number; readonly hash: Buffer };

export const UNWALKED: WalkedChain = { seq: 0, hash: GENESIS, ...NO_BALANCE };

/** The first broken link of a stretch. */
export type BrokenLink = { readonly seq: number; readonly violation: Violation };

type Step = { readonly walked: WalkedChain; readonly broken: BrokenLink | null };

/**
 * Walks on over links in their order. Each must sum to zero, carry the right balances and follow
 * from the one before. Only the first broken link is reported, with its first problem; the walk goes on
 * from what the link itself says.
 */
export function walk(from: WalkedChain, links: readonly Booking[]): Step {
  let walked = from;
  let broken: BrokenLink | null = null;
  for (const link of links) {
    broken ??= problemOf(walked, link);
    walked = { ...statedBalances(walked, link), seq: link.seq, hash: link.hash };
  }
  return { walked, broken };
}

/**
 * A chain that was walked to its end must have the length, hash and balances of the account, which has
 * nothing available while it owes.
 */
export function endProblems(account: Account, walked: WalkedChain): readonly Violation[] {
  const { holderId, seq, head, availableCents, owedCents } = account;
  const subject = `account ${holderId}`;
  const violations: Violation[] = [];
  if (seq !== walked.seq || !head.equals(walked.hash)) {
    const expected = `chain that ends with link ${seq}, hash ${hex(head)}`;
    const found = `link ${walked.seq}, hash ${hex(walked.hash)}`;
    violations.push({ invariant: 'chain', subject, expected, found });
  }
  for (const [name, field] of Object.entries(BALANCE_OF)) {
    const [byEntries, found] = [walked[field], account[field]];
    if (byEntries === found) continue;
    const expected = `${name} ${byEntries} by its entries`;
    violations.push({ invariant: 'I3', subject, expected, found: String(found) });
  }
  if (violations.length === 0 && availableCents > 0 && owedCents > 0) {
    const found = `available ${availableCents} and owed ${owedCents}`;
    const expected = 'what is owed repaid from what is available';
    violations.push({ invariant: 'I3', subject, expected, found });
  }
  return violations;
}

function problemOf(walked: WalkedChain, link: Booking): BrokenLink | null {
  const violation = sumProblem(link) ?? balanceProblem(walked, link) ?? linkProblem(walked, link);
  return violation && { seq: link.seq, violation };
}

function linkProblem({ seq, hash }: WalkedChain, link: Booking): Violation | null {
  if (link.seq !== seq + 1) {
    const [expected, found] = [`link ${seq + 1}`, `link ${link.seq}`];
    return { invariant: 'chain', subject: nameOf(link), expected, found };
  }
  const right = linkHash(hash, digestOf(link));
  if (right.equals(link.hash)) return null;
  const [expected, found] = [`hash ${hex(right)}`, `hash ${hex(link.hash)}`];
  return { invariant: 'chain', subject: nameOf(link), expected, found };
}

function sumProblem(link: Booking): Violation | null {
  const sum = link.lines.reduce((total, { amountCents }) => total + amountCents, 0);
  if (sum === 0) return null;
  return { invariant: 'I2', subject: nameOf(link), expected: 'sum 0', found: `sum ${sum}` };
}

function balanceProblem(walked: WalkedChain, link: Booking): Violation | null {
  // What the platform holds moves in the chains of holders too; its sum is compared at the end.
  if (link.holderId === PLATFORM_ID) return null;
  const moved: OpenBalance = { ...walked };
  for (const { account, amountCents, balanceCents } of ownLines(link)) {
    const cents = moveBalance(moved, account, amountCents);
    if (cents === balanceCents) continue;
    const [expected, found] = [`${account} ${cents}`, `${account} ${balanceCents}`];
    return { invariant: 'I3', subject: nameOf(link), expected, found };
  }
  return null;
}

function statedBalances(walked: WalkedChain, link: Booking): WalkedChain {
  const stated: OpenBalance & Omit<WalkedChain, keyof Balance> = { ...walked };
  for (const { account, balanceCents } of ownLines(link)) {
    if (balanceCents !== null) stated[BALANCE_OF[account]] = carried(account, balanceCents);
  }
  return stated;
}

type OwnLine = Line & { readonly account: HolderAccount };

function ownLines({ holderId, lines }: Booking): readonly OwnLine[] {
  return lines.filter(
    (line): line is OwnLine => line.holderId === holderId && line.account in BALANCE_OF,
  );
}

function nameOf({ holderId, seq, id, chargeId }: Booking): string {
  const charge = chargeId === null ? '' : `, charge ${chargeId}`;
  return `account ${holderId}, link ${seq}, transaction ${id}${charge}`;
}

function hex(hash: Buffer): string {
  return hash.toString('hex');
}
