import type { AskedDecision, SignedApproval } from '@entrada/platform/approvals/decision';
import { type Approval, approvalNotFound, refused, requireCovered } from '../../domain/approval.ts';
import type { Ports } from '../../ports.ts';

type Needs = Pick<Ports, 'approvals' | 'needsApproval' | 'now'>;

type Covering = { readonly approval: Approval; readonly signed: SignedApproval };

/** The approval that covers what a service is asked to carry out; null: none is needed. Its signatures are not verified. */
export async function cover(
  { approvals, needsApproval, now }: Needs,
  { approvalId, operator: person, ...asked }: AskedDecision,
  service: string,
): Promise<Covering | null> {
  if (approvalId === '') {
    if (needsApproval) throw refused('approval_required');
    return null;
  }
  const approval = await approvals.find(approvalId);
  if (!approval) throw approvalNotFound();
  const isRepeat = requireCovered(approval, { ...asked, person, service }, now());
  const { askedBy, decidedBy, askedSignature, approvedSignature } = approval;
  const signatures = { askedSignature, approvedSignature };
  return { approval, signed: { askedBy, approvedBy: decidedBy ?? '', ...signatures, isRepeat } };
}
