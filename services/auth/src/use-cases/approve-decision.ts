import type { Signature } from '@entrada/platform/approvals/decision';
import { type Approval, approvalNotFound, requireApprovable } from '../domain/approval.ts';
import { approvalLine } from '../domain/approval-line.ts';
import type { Ports } from '../ports.ts';

/** Of several people at once one approves. Those two may repeat it, to carry out what an outage has interrupted. */
export function approveDecision({
  transactForAll,
  signatures,
  now,
}: Pick<Ports, 'transactForAll' | 'signatures' | 'now'>) {
  return (id: string, person: string, approvedSignature: Signature | null): Promise<Approval> =>
    transactForAll(async ({ approvals, audit }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      const at = now();
      requireApprovable(approval, person, at);
      if (approval.status === 'APPROVED') return approval;
      const { decision, request, askedBy } = approval;
      const statement = { step: 'APPROVE', approvalId: id, decision, request, askedBy } as const;
      signatures.requireSigner(statement, person, approvedSignature);
      const approved = {
        ...approval,
        status: 'APPROVED',
        decidedBy: person,
        decidedAt: at,
        approvedSignature,
      } as const;
      await approvals.decide(approved);
      await audit.append(
        approvalLine(approved, { action: 'approval.approved', operator: person }, at),
      );
      return approved;
    });
}
