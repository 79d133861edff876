import type { AskedDecision, SignedApproval } from '@entrada/platform/approvals/decision';
import type { Ports } from '../ports.ts';
import { cover } from './steps/cover.ts';

type Needs = Pick<Ports, 'approvals' | 'needsApproval' | 'now'>;

/** For the service that is about to carry a decision out, which verifies the signatures. Null: no approval is needed. */
export function checkApproval(needs: Needs) {
  return async (asked: AskedDecision, service: string): Promise<SignedApproval | null> =>
    (await cover(needs, asked, service))?.signed ?? null;
}
