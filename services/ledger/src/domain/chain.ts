import type { Account, Booked } from './book.ts';
import { digestOf, GENESIS, linkHash } from './link.ts';
import type { Violation } from './violation.ts';

/** How far a chain was walked, and what its holder had there. */
export type Walked = {
  readonly seq: number;
  readonly hash: Buffer;
  readonly availableCents: number;
  readonly suspenseCents: number;
};

export const UNWALKED: Walked = { seq: 0, hash: GENESIS, availableCents: 0, suspenseCents: 0 };

type Step = { readonly walked: Walked; readonly violations: readonly Violation[] };

/**
 * Walks on over links in their order. Each must follow from the one before, sum to zero and carry
 * the right balances; after a wrong one the walk goes on from what it says, so that each is named once.
 */
export function walk(from: Walked, links: readonly Booked[]): Step {
  let walked = from;
  const violations: Violation[] = [];
  for (const link of links) {
    violations.push(...linkProblems(walked, link), ...sumProblems(link));
    const step = balancesAfter(walked, link);
    violations.push(...step.violations);
    walked = { ...step.walked, seq: link.seq, hash: link.hash };
  }
  return { walked, violations };
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

function linkProblems({ seq, hash }: Walked, link: Booked): readonly Violation[] {
  if (link.seq !== seq + 1) {
    const [expected, found] = [`link ${seq + 1}`, `link ${link.seq}`];
    return [{ invariant: 'chain', subject: nameOf(link), expected, found }];
  }
  const right = linkHash(hash, digestOf(link));
  if (right.equals(link.hash)) return [];
  const [expected, found] = [`hash ${hex(right)}`, `hash ${hex(link.hash)}`];
  return [{ invariant: 'chain', subject: nameOf(link), expected, found }];
}

function sumProblems(link: Booked): readonly Violation[] {
  const sum = link.lines.reduce((total, { amountCents }) => total + amountCents, 0);
  if (sum === 0) return [];
  return [{ invariant: 'I2', subject: nameOf(link), expected: 'sum 0', found: `sum ${sum}` }];
}

function balancesAfter(walked: Walked, link: Booked): Step {
  const balances = { available: walked.availableCents, suspense: walked.suspenseCents };
  const violations: Violation[] = [];
  for (const { account, holderId, amountCents, balanceCents } of link.lines) {
    if (holderId !== link.holderId) continue;
    if (account !== 'available' && account !== 'suspense') continue;
    balances[account] += amountCents;
    if (balances[account] === balanceCents) continue;
    const [expected, found] = [`${account} ${balances[account]}`, `${account} ${balanceCents}`];
    violations.push({ invariant: 'I3', subject: nameOf(link), expected, found });
  }
  const { available: availableCents, suspense: suspenseCents } = balances;
  return { walked: { ...walked, availableCents, suspenseCents }, violations };
}

function nameOf({ holderId, seq, id, chargeId }: Booked): string {
  const charge = chargeId === null ? '' : `, charge ${chargeId}`;
  return `account ${holderId}, link ${seq}, transaction ${id}${charge}`;
}

function hex(hash: Buffer): string {
  return hash.toString('hex');
}
