import type { Approval } from '../domain/approval.ts';
import type { Ports } from '../ports.ts';

export function listApprovals({ approvals, now }: Pick<Ports, 'approvals' | 'now'>) {
  return (withEnded: boolean): Promise<readonly Approval[]> => approvals.list(now(), withEnded);
}
