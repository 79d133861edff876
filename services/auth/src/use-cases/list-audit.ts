import type { AuditLine, AuditQuery } from '../domain/audit-chain.ts';
import type { Ports } from '../ports.ts';

type Page = { readonly lines: readonly AuditLine[]; readonly hasMore: boolean };

/** The account's own lines, newest first. */
export function listAudit({ archive }: Pick<Ports, 'archive'>) {
  return async (accountId: string, query: AuditQuery): Promise<Page> => {
    const lines = await archive.linesOf(accountId, { ...query, limit: query.limit + 1 });
    return { lines: lines.slice(0, query.limit), hasMore: lines.length > query.limit };
  };
}
