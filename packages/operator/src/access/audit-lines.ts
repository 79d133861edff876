import type { AuditLine } from '@entrada/auth/domain/audit-chain';
import { auditLinesAfter } from '@entrada/auth/service';
import type { WithEnv } from '../command.ts';
import { withDatabase } from './databases.ts';

const PAGE_SIZE = 1_000;

/** Lines of the audit log since a time that have one of these actions, oldest first. */
export function auditLinesSince(
  context: WithEnv,
  since: Date,
  actions: readonly string[],
): Promise<readonly AuditLine[]> {
  return withDatabase(context, 'auth', async (pool) => {
    const linesAfter = auditLinesAfter(pool);
    const found: AuditLine[] = [];
    // Terminates: each page starts after the previous one, and the log is finite.
    for (let last = 0; ; ) {
      const page = await linesAfter(last, PAGE_SIZE);
      found.push(...page.filter(({ at, action }) => at >= since && actions.includes(action)));
      if (page.length < PAGE_SIZE) return found;
      last = page.at(-1)?.seq ?? last;
    }
  });
}
