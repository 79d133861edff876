import type { Approved, AskedDecision } from '@entrada/platform/approvals/decision';
import type { Ports } from '../ports.ts';
import { approvedIn, cover } from './steps/cover.ts';

type Needs = Pick<Ports, 'approvals' | 'needsApproval' | 'now'>;

/** For the service that is about to carry a decision out. Null: no approval is needed. */
export function checkApproval(needs: Needs) {
  return async (asked: AskedDecision, service: string): Promise<Approved | null> =>
    approvedIn(await cover(needs, asked, service));
}
