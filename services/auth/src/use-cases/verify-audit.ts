import {
  type AuditHead,
  type AuditLine,
  breakBetween,
  CHAIN_START,
} from '../domain/audit-chain.ts';
import type { AuditArchive } from '../ports.ts';

const PAGE_SIZE = 1_000;

/** The first broken link, if any, and how far the chain is sound. */
export type Proof = { readonly head: AuditHead; readonly broken: string | null };

/**
 * Walks the chain from its first line. `noted` is an end that was written down earlier: a chain that
 * somebody with power over the database wrote anew does not go through it.
 */
export function verifyAudit({ archive }: { archive: AuditArchive }) {
  return async (noted: AuditHead | null = null): Promise<Proof> => {
    // Read first: lines may be added while we walk, and then belong to a later proof.
    const end = await archive.head();
    let head = CHAIN_START;
    while (head.seq < end.seq) {
      const limit = Math.min(PAGE_SIZE, end.seq - head.seq);
      const proof = walk(head, await archive.linesAfter(head.seq, limit), noted);
      if (proof.broken) return proof;
      head = proof.head;
    }
    return { head, broken: breakAtEnd(head, end, noted) ?? (await breakBeyond(archive, end)) };
  };
}

/** A line and the end move together, so an end that is read after a line is never before it. */
async function breakBeyond(archive: AuditArchive, end: AuditHead): Promise<string | null> {
  const [line] = await archive.linesAfter(end.seq, 1);
  if (!line || (await archive.head()).seq >= line.seq) return null;
  return `line ${line.seq} is beyond the end that was stored`;
}

function walk(from: AuditHead, lines: readonly AuditLine[], noted: AuditHead | null): Proof {
  let head = from;
  if (lines.length === 0) return { head, broken: `line ${head.seq + 1} is missing` };
  for (const line of lines) {
    const broken = breakBetween(head, line) ?? breakWithNoted(line, noted);
    if (broken) return { head, broken };
    head = line;
  }
  return { head, broken: null };
}

function breakWithNoted(line: AuditHead, noted: AuditHead | null): string | null {
  if (line.seq !== noted?.seq || line.hash.equals(noted.hash)) return null;
  return `line ${line.seq} is not the one that was noted`;
}

function breakAtEnd(head: AuditHead, end: AuditHead, noted: AuditHead | null): string | null {
  if (!head.hash.equals(end.hash)) return `line ${head.seq} is not the end that was stored`;
  if (noted && noted.seq > head.seq) return `line ${noted.seq}, which was noted, is missing`;
  return null;
}
