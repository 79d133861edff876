import type { Approved, AskedDecision } from '@entrada/platform/approvals/decision';
import { type Approval, approvalNotFound, refused, requireCovered } from '../../domain/approval.ts';
import type { Ports } from '../../ports.ts';

type Needs = Pick<Ports, 'approvals' | 'needsApproval' | 'now'>;

/** The approval that covers what a service is asked to carry out; null: none is needed. */
export async function cover(
  { approvals, needsApproval, now }: Needs,
  { approvalId, operator: person, ...asked }: AskedDecision,
  service: string,
): Promise<Approval | null> {
  if (approvalId === '') {
    if (needsApproval) throw refused('approval_required');
    return null;
  }
  const approval = await approvals.find(approvalId);
  if (!approval) throw approvalNotFound();
  requireCovered(approval, { ...asked, person, service }, now());
  return approval;
}

export function approvedIn(approval: Approval | null): Approved | null {
  if (!approval) return null;
  const { id: approvalId, askedBy, decidedBy } = approval;
  return { approvalId, askedBy, approvedBy: decidedBy ?? '' };
}
