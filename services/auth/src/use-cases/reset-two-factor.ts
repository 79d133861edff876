import { accountNotFound } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import { SESSIONS_MAX } from '../domain/session.ts';
import { twoFactorIsOff } from '../domain/two-factor.ts';
import type { Ports } from '../ports.ts';

type Input = Decision & { readonly accountId: string };

/** For an owner who has lost the phone and the recovery codes. Returns how many sessions were ended. */
export function resetTwoFactor({ transact, now }: Pick<Ports, 'transact' | 'now'>) {
  return (input: Input): Promise<number> => {
    const { accountId } = input;
    return transact(accountId, async (stores) => {
      if (!(await stores.accounts.lock(accountId))) throw accountNotFound();
      if (!(await stores.twoFactors.remove(accountId))) throw twoFactorIsOff();
      const at = now();
      const sessionIds = await stores.massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
      await stores.publishRevocation({ sessionIds });
      const subject = `account:${accountId}`;
      const detail = { sessionsEnded: sessionIds.length };
      const what = { action: 'account.two_factor_reset', subject, accountId, detail };
      await stores.audit.append(decisionLine(input, what, at));
      return sessionIds.length;
    });
  };
}
