import { type Approval, approvalNotFound } from '../domain/approval.ts';
import type { Ports } from '../ports.ts';

export function getApproval({ approvals }: Pick<Ports, 'approvals'>) {
  return async (id: string): Promise<Approval> => {
    const approval = await approvals.find(id);
    if (!approval) throw approvalNotFound();
    return approval;
  };
}
