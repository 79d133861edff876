import type { Approval } from './approval.ts';
import type { AuditEntry } from './audit-chain.ts';
import { parseAuditInput } from './audit-input.ts';

type Step = {
  readonly action: string;
  readonly operator: string;
  readonly detail?: Readonly<Record<string, string>>;
};

/** The line of the audit log about a step of an approval. It names no account, which would read it too early. */
export function approvalLine(
  approval: Approval,
  { action, operator, detail }: Step,
  at: Date,
): AuditEntry {
  const { id, decision, request, askedBy } = approval;
  return parseAuditInput(
    {
      actor: `operator:${operator}`,
      action,
      subject: `approval:${id}`,
      accountId: '',
      detail: JSON.stringify({ decision, request: JSON.parse(request), askedBy, ...detail }),
    },
    at,
  );
}
