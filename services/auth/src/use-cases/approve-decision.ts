import { type Approval, approvalNotFound, requireApprovable } from '../domain/approval.ts';
import { approvalLine } from '../domain/approval-line.ts';
import type { Ports } from '../ports.ts';

/** Of several people at once one approves. Those two may repeat it, to carry out what an outage has interrupted. */
export function approveDecision({ transactForAll, now }: Pick<Ports, 'transactForAll' | 'now'>) {
  return (id: string, person: string): Promise<Approval> =>
    transactForAll(async ({ approvals, audit }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      const at = now();
      requireApprovable(approval, person, at);
      if (approval.status === 'APPROVED') return approval;
      const approved = {
        ...approval,
        status: 'APPROVED',
        decidedBy: person,
        decidedAt: at,
      } as const;
      await approvals.decide(approved);
      await audit.append(
        approvalLine(approved, { action: 'approval.approved', operator: person }, at),
      );
      return approved;
    });
}
