import type { Approved, AskedDecision } from '@entrada/platform/approvals/decision';
import { accountNotFound } from '../domain/account.ts';
import { doneBy, refused } from '../domain/approval.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import type { Ports, Stores } from '../ports.ts';
import { cover } from './steps/cover.ts';

type Needs = Pick<Ports, 'transact' | 'needsApproval' | 'signatures' | 'now'>;
type Input = Decision & {
  readonly accountId: string;
  readonly isFrozen: boolean;
  readonly asked: AskedDecision;
};

const SERVICE = 'auth';

/**
 * Freezes an account or ends that. Returns whether it was otherwise before; to repeat it changes nothing. Gateways
 * learn of it as they learn of revoked keys. What arrives for the account is still booked and delivered.
 */
export function setFrozen(needs: Needs) {
  const { transact, now } = needs;

  /** Used up in the transaction of its effect: who waited for the account finds it used. */
  const consumeApproval = async ({ approvals }: Stores, asked: AskedDecision) => {
    const covering = await cover({ ...needs, approvals }, asked, SERVICE);
    if (!covering) return null;
    const { approval, signed } = covering;
    if (approval.doneBy.includes(SERVICE)) throw refused('approval_used');
    const approved = needs.signatures.requireSigned(asked, signed);
    await approvals.noteDone(doneBy(approval, SERVICE, now()));
    return approved;
  };

  const record = async (
    { publishRevocation, audit }: Stores,
    input: Input,
    by: Approved | null,
  ) => {
    const { accountId, isFrozen } = input;
    await publishRevocation({ accountIds: [accountId] });
    const action = isFrozen ? 'account.frozen' : 'account.unfrozen';
    const what = { action, subject: `account:${accountId}`, accountId, detail: { ...by } };
    await audit.append(decisionLine(input, what, now()));
  };

  return (input: Input): Promise<boolean> =>
    transact(input.accountId, async (stores) => {
      const { accountId, isFrozen, asked } = input;
      const isChanged = await stores.accounts.setFrozen(accountId, isFrozen, now());
      if (isChanged === null) throw accountNotFound();
      // What changes nothing needs nobody's approval.
      if (!isChanged && asked.approvalId === '') return false;
      const approved = await consumeApproval(stores, asked);
      if (isChanged) await record(stores, input, approved);
      return isChanged;
    });
}
