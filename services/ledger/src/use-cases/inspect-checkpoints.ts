import type { Booked } from '../domain/book.ts';
import type { Broken, Walked } from '../domain/chain.ts';
import type { Checkpoint } from '../domain/checkpoint.ts';
import type { Violation } from '../domain/violation.ts';
import type { Ports } from '../ports.ts';

/** The first link along a stretch of a chain that is not what we signed, or not signed by us. */
export async function checkpointProblem(
  { chain, signatureProblem }: Pick<Ports, 'chain' | 'signatureProblem'>,
  from: Walked,
  links: readonly Booked[],
): Promise<Broken | null> {
  const last = links.at(-1);
  if (!last) return null;
  const { holderId, seq: toSeq } = last;
  const range = { holderId, afterSeq: from.seq, toSeq, limit: links.length };
  const checkpoints = await chain.checkpoints(range);
  const bySeq = new Map(links.map((link) => [link.seq, link]));
  for (const checkpoint of checkpoints) {
    const { seq } = checkpoint;
    const problem = signatureProblem(checkpoint);
    const violation =
      hashProblem(checkpoint, bySeq.get(seq)) ?? (problem ? forged(checkpoint, problem) : null);
    if (violation) return { seq, violation };
  }
  return null;
}

function hashProblem(checkpoint: Checkpoint, link: Booked | undefined): Violation | null {
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
