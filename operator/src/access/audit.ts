import type { AuditLogLine } from '@entrada/contracts/gen/auth/v1/AuditLogLine';
import type { WithEnv } from '../command.ts';
import { connect } from './services.ts';

type Decision = {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

/**
 * Records an operator's decision in the audit log before it is executed; if that fails, nothing is done.
 * Who decided is what the operator's certificate says.
 */
export async function recordDecision(context: WithEnv, decision: Decision): Promise<void> {
  const { action, subject, detail } = decision;
  using auth = await connect(context, 'auth');
  await auth.recordAudit({ action, subject, detail: JSON.stringify(detail) });
}

const PAGE_SIZE = 200;

/** Lines of the audit log after this one, oldest first. */
export async function auditLinesAfter(
  context: WithEnv,
  seq: number,
): Promise<readonly AuditLogLine[]> {
  using auth = await connect(context, 'auth');
  const found: AuditLogLine[] = [];
  // Terminates: each page starts after the previous one, and the log is finite.
  for (let after = seq; ; ) {
    const { lines } = await auth.listAuditLines({ after, limit: PAGE_SIZE });
    found.push(...lines);
    if (lines.length < PAGE_SIZE) return found;
    after = lines.at(-1)?.seq ?? after;
  }
}
