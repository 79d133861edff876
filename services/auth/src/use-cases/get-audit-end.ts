import { textOfHead } from '../domain/audit-chain.ts';
import type { Ports } from '../ports.ts';

/** Kept elsewhere, it reveals that the audit log was truncated or rewritten. */
export function getAuditEnd({ archive }: Pick<Ports, 'archive'>) {
  return async (): Promise<string> => textOfHead(await archive.head());
}
