import type { Account, Booked } from './book.ts';
import { digestOf, GENESIS, type Line, linkHash } from './link.ts';
import { type HolderAccount, PLATFORM_ID } from './posting.ts';
import type { Violation } from './violation.ts';

/** How far a chain was walked, and what its holder had there. */
export type Walked = {
  readonly seq: number;
  readonly hash: Buffer;
  readonly availableCents: number;
  readonly suspenseCents: number;
};

export const UNWALKED: Walked = { seq: 0, hash: GENESIS, availableCents: 0, suspenseCents: 0 };

/** The first broken link of a stretch. */
export type Broken = { readonly seq: number; readonly violation: Violation };

type Step = { readonly walked: Walked; readonly broken: Broken | null };

/**
 * Walks on over links in their order. Each must sum to zero, carry the right balances and follow
 * from the one before. Only the first that does not is told, and what is wrong with it first: what
 * comes behind it is walked on from what the links themselves say.
 */
export function walk(from: Walked, links: readonly Booked[]): Step {
  let walked = from;
  let broken: Broken | null = null;
  for (const link of links) {
    broken ??= problemOf(walked, link);
    walked = { ...statedBalances(walked, link), seq: link.seq, hash: link.hash };
  }
  return { walked, broken };
}

/** A chain that was walked to its end must end where, and with what, the account says. */
export function endProblems(account: Account, walked: Walked): readonly Violation[] {
  const { holderId, seq, head, availableCents, suspenseCents } = account;
  const subject = `account ${holderId}`;
  const violations: Violation[] = [];
  if (seq !== walked.seq || !head.equals(walked.hash)) {
    const expected = `chain that ends with link ${seq}, hash ${hex(head)}`;
    const found = `link ${walked.seq}, hash ${hex(walked.hash)}`;
    violations.push({ invariant: 'chain', subject, expected, found });
  }
  if (availableCents !== walked.availableCents) {
    const expected = `available ${walked.availableCents} by its entries`;
    violations.push({ invariant: 'I3', subject, expected, found: String(availableCents) });
  }
  if (suspenseCents !== walked.suspenseCents) {
    const expected = `suspense ${walked.suspenseCents} by its entries`;
    violations.push({ invariant: 'I3', subject, expected, found: String(suspenseCents) });
  }
  return violations;
}

function problemOf(walked: Walked, link: Booked): Broken | null {
  const violation = sumProblem(link) ?? balanceProblem(walked, link) ?? linkProblem(walked, link);
  return violation && { seq: link.seq, violation };
}

function linkProblem({ seq, hash }: Walked, link: Booked): Violation | null {
  if (link.seq !== seq + 1) {
    const [expected, found] = [`link ${seq + 1}`, `link ${link.seq}`];
    return { invariant: 'chain', subject: nameOf(link), expected, found };
  }
  const right = linkHash(hash, digestOf(link));
  if (right.equals(link.hash)) return null;
  const [expected, found] = [`hash ${hex(right)}`, `hash ${hex(link.hash)}`];
  return { invariant: 'chain', subject: nameOf(link), expected, found };
}

function sumProblem(link: Booked): Violation | null {
  const sum = link.lines.reduce((total, { amountCents }) => total + amountCents, 0);
  if (sum === 0) return null;
  return { invariant: 'I2', subject: nameOf(link), expected: 'sum 0', found: `sum ${sum}` };
}

function balanceProblem(walked: Walked, link: Booked): Violation | null {
  // What the platform holds moves in the chains of holders too; its sum is compared at the end.
  if (link.holderId === PLATFORM_ID) return null;
  const balances = { available: walked.availableCents, suspense: walked.suspenseCents };
  for (const { account, amountCents, balanceCents } of ownLines(link)) {
    balances[account] += amountCents;
    if (balances[account] === balanceCents) continue;
    const [expected, found] = [`${account} ${balances[account]}`, `${account} ${balanceCents}`];
    return { invariant: 'I3', subject: nameOf(link), expected, found };
  }
  return null;
}

function statedBalances(walked: Walked, link: Booked): Walked {
  const stated = { available: walked.availableCents, suspense: walked.suspenseCents };
  for (const { account, balanceCents } of ownLines(link)) {
    stated[account] = balanceCents ?? stated[account];
  }
  return { ...walked, availableCents: stated.available, suspenseCents: stated.suspense };
}

type OwnLine = Line & { readonly account: HolderAccount };

function ownLines({ holderId, lines }: Booked): readonly OwnLine[] {
  return lines.filter(
    (line): line is OwnLine =>
      line.holderId === holderId && (line.account === 'available' || line.account === 'suspense'),
  );
}

function nameOf({ holderId, seq, id, chargeId }: Booked): string {
  const charge = chargeId === null ? '' : `, charge ${chargeId}`;
  return `account ${holderId}, link ${seq}, transaction ${id}${charge}`;
}

function hex(hash: Buffer): string {
  return hash.toString('hex');
}
