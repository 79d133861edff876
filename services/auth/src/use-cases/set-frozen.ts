import { accountNotFound } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import type { Ports } from '../ports.ts';

type Input = Decision & { readonly accountId: string; readonly isFrozen: boolean };

/**
 * Freezes an account or ends that. Returns whether it was otherwise before; to repeat it changes nothing. Gateways
 * learn of it as they learn of revoked keys. What arrives for the account is still booked and delivered.
 */
export function setFrozen({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return (input: Input): Promise<boolean> =>
    transact(input.accountId, async ({ accounts, audit, publishRevocation }) => {
      const { accountId, isFrozen } = input;
      const at = now();
      const isChanged = await accounts.setFrozen(accountId, isFrozen, at);
      if (isChanged === null) throw accountNotFound();
      if (!isChanged) return false;
      await publishRevocation({ accountIds: [accountId] });
      const action = isFrozen ? 'account.frozen' : 'account.unfrozen';
      const what = { action, subject: `account:${accountId}`, accountId };
      await audit.append(decisionLine(input, what, at));
      return true;
    });
}
