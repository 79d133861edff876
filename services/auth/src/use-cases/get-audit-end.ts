import { textOfHead } from '../domain/audit-chain.ts';
import type { Ports } from '../ports.ts';

/** What betrays, when it was noted elsewhere, a log that was cut short or written anew. */
export function getAuditEnd({ archive }: Pick<Ports, 'archive'>) {
  return async (): Promise<string> => textOfHead(await archive.head());
}
