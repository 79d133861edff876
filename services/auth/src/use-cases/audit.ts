import {
  type AuditHead,
  type AuditLine,
  type AuditQuery,
  breakBetween,
  CHAIN_START,
} from '../domain/audit-chain.ts';
import type { Ports } from '../ports.ts';

const PAGE_SIZE = 1_000;

/** By their line. */
type NotedEnds = ReadonlyMap<number, readonly AuditHead[]>;

/** The first broken link, if any, and the last valid line before it. */
type Proof = { readonly head: AuditHead; readonly broken: string | null };

/**
 * Verifies the chain from its first line. `noted` are ends that were recorded elsewhere earlier: a
 * chain that was rewritten as a whole does not contain them.
 */
export function verifyAudit({ archive, auditKeys }: Pick<Ports, 'archive' | 'auditKeys'>) {
  const walk = (from: AuditHead, lines: readonly AuditLine[], noted: NotedEnds): Proof => {
    let head = from;
    if (lines.length === 0) return { head, broken: `line ${head.seq + 1} is missing` };
    for (const line of lines) {
      const broken = breakBetween(head, line, auditKeys) ?? breakWithNoted(line, noted);
      if (broken) return { head, broken };
      head = line;
    }
    return { head, broken: null };
  };
  return async (ends: readonly AuditHead[] = []): Promise<Proof> => {
    const noted: NotedEnds = Map.groupBy(ends, ({ seq }) => seq);
    // Read first: lines that are added meanwhile are left to the next verification.
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

/** A line and the stored end commit together, so the end read after a line is never before it. */
async function breakBeyond(archive: Ports['archive'], end: AuditHead): Promise<string | null> {
  const [line] = await archive.linesAfter(end.seq, 1);
  if (!line || (await archive.head()).seq >= line.seq) return null;
  return `line ${line.seq} is after the stored end`;
}

function breakWithNoted(line: AuditHead, noted: NotedEnds): string | null {
  if (noted.get(line.seq)?.every(({ hash }) => line.hash.equals(hash)) ?? true) return null;
  return `line ${line.seq} differs from the one that was recorded elsewhere`;
}

function breakAtEnd(head: AuditHead, end: AuditHead, noted: NotedEnds): string | null {
  if (!head.hash.equals(end.hash)) return `line ${head.seq} is not the stored end`;
  const missing = [...noted.keys()].find((seq) => seq > head.seq);
  return missing ? `line ${missing}, which was recorded elsewhere, is missing` : null;
}

type AuditEnd = {
  readonly head: AuditHead;
  /** The log no longer has the end that was seen before: it was cut short or rewritten. */
  readonly isCut: boolean;
};

/** Kept elsewhere, the end reveals that the audit log was truncated or rewritten. */
export function getAuditEnd({ archive }: Ports) {
  const has = async ({ seq, hash }: AuditHead): Promise<boolean> => {
    if (seq === 0) return true;
    const [line] = await archive.linesAfter(seq - 1, 1);
    return line?.seq === seq && line.hash.equals(hash);
  };
  return async (seen: AuditHead | null): Promise<AuditEnd> => {
    const isCut = seen !== null && !(await has(seen));
    return { head: await archive.head(), isCut };
  };
}

type AuditPage = { readonly lines: readonly AuditLine[]; readonly hasMore: boolean };

/** The account's own lines, newest first. */
export function listAudit({ archive }: Ports) {
  return async (accountId: string, query: AuditQuery): Promise<AuditPage> => {
    const lines = await archive.linesOf(accountId, { ...query, limit: query.limit + 1 });
    return { lines: lines.slice(0, query.limit), hasMore: lines.length > query.limit };
  };
}
