import { approvalNotFound, doneBy, refused } from '../domain/approval.ts';
import type { Ports } from '../ports.ts';

/** Shows to operators that a service has carried a decision out; that it does so once is kept where the effect is. */
export function finishApproval({ transactForAll, now }: Pick<Ports, 'transactForAll' | 'now'>) {
  return (id: string, service: string): Promise<void> =>
    transactForAll(async ({ approvals }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      if (approval.status === 'PENDING') throw refused('approval_pending');
      await approvals.noteDone(doneBy(approval, service, now()));
    });
}
