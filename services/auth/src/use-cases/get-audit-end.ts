import type { AuditHead } from '../domain/audit-chain.ts';
import type { Ports } from '../ports.ts';

type End = {
  readonly head: AuditHead;
  /** The log no longer has the end that was seen before: it was cut short or rewritten. */
  readonly isCut: boolean;
};

/** Kept elsewhere, the end reveals that the audit log was truncated or rewritten. */
export function getAuditEnd({ archive }: Pick<Ports, 'archive'>) {
  const has = async ({ seq, hash }: AuditHead): Promise<boolean> => {
    if (seq === 0) return true;
    const [line] = await archive.linesAfter(seq - 1, 1);
    return line?.seq === seq && line.hash.equals(hash);
  };
  return async (seen: AuditHead | null): Promise<End> => {
    const isCut = seen !== null && !(await has(seen));
    return { head: await archive.head(), isCut };
  };
}
