import { type Approval, approvalNotFound, refused } from '../domain/approval.ts';
import { approvalLine } from '../domain/approval-line.ts';
import type { Decision } from '../domain/decision.ts';
import type { Ports } from '../ports.ts';

/** Also withdraws one's own, and what was approved and is not carried out. */
export function rejectDecision({ transactForAll, now }: Pick<Ports, 'transactForAll' | 'now'>) {
  return (id: string, { operator, reason }: Decision): Promise<Approval> =>
    transactForAll(async ({ approvals, audit }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      if (approval.doneBy.length > 0) throw refused('approval_used');
      if (approval.status === 'REJECTED') return approval;
      const at = now();
      const how = {
        status: 'REJECTED',
        decidedBy: operator,
        decidedAt: at,
        rejection: reason,
      } as const;
      const rejected = { ...approval, ...how };
      await approvals.decide(rejected);
      const step = { action: 'approval.rejected', operator, detail: { reason } };
      await audit.append(approvalLine(rejected, step, at));
      return rejected;
    });
}
