import { hash } from 'node:crypto';
import type { Movement, Posting } from './posting.ts';

/** What the first transaction of a chain is linked to. */
export const GENESIS: Buffer = Buffer.alloc(32);

const FORM = 'entrada-ledger-1';

/** One side of a movement once it is booked: with the holder's balance right after it. */
export type Line = Posting & { readonly balanceCents: number | null };

/** A movement in its place on its holder's chain. */
export type LinkedMovement = Omit<Movement, 'postings'> & {
  readonly seq: number;
  readonly at: Date;
  readonly lines: readonly Line[];
};

/**
 * The one text of a transaction, with every line of it: the platform's own side is covered by the
 * holder's chain too. No field can hold a space or a line break, so no two transactions share a text.
 */
export function canonicalText(linked: LinkedMovement): string {
  const { id, kind, holderId, seq, at, chargeId, paymentLinkId, endToEndId, reference } = linked;
  const facts = [FORM, id, kind, holderId, seq, at.toISOString()];
  const names = [chargeId, paymentLinkId, endToEndId, reference].map(orDash);
  const lines = linked.lines.map(({ account, holderId: holder, amountCents, balanceCents }) =>
    [account, orDash(holder), amountCents, orDash(balanceCents)].join(' '),
  );
  return [...facts, ...names, ...lines].join('\n');
}

export function digestOf(linked: LinkedMovement): Buffer {
  return hash('sha256', canonicalText(linked), 'buffer');
}

/** Two steps, so that a later link can be proven by its digest, without showing what it says. */
export function linkHash(previous: Buffer, digest: Buffer): Buffer {
  return hash('sha256', Buffer.concat([previous, digest]), 'buffer');
}

function orDash(value: string | number | null): string {
  return value === null ? '-' : String(value);
}
