import { accountNotFound } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import { SESSIONS_MAX } from '../domain/session.ts';
import { twoFactorIsOff } from '../domain/two-factor.ts';
import type { Ports } from '../ports.ts';
import { writeMail } from './steps/write-mail.ts';

type Input = Decision & { readonly accountId: string };

type Needs = Pick<Ports, 'transact' | 'vault' | 'mailIsOn' | 'now' | 'newId'>;

/** For an owner who has lost the phone and the recovery codes. Returns how many sessions were ended. */
export function resetTwoFactor(needs: Needs) {
  const { transact, now } = needs;
  return (input: Input): Promise<number> => {
    const { accountId } = input;
    return transact(accountId, async (stores) => {
      await stores.accounts.lock(accountId);
      const account = await stores.accounts.find(accountId);
      if (!account) throw accountNotFound();
      if (!(await stores.twoFactors.remove(accountId))) throw twoFactorIsOff();
      const at = now();
      const sessionIds = await stores.massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
      await stores.publishRevocation({ sessionIds });
      const notice = { kind: 'two_factor_disabled', ip: '' } as const;
      await writeMail(needs, stores, { account, notice });
      const subject = `account:${accountId}`;
      const detail = { sessionsEnded: sessionIds.length };
      const what = { action: 'account.two_factor_reset', subject, accountId, detail };
      await stores.audit.append(decisionLine(input, what, at));
      return sessionIds.length;
    });
  };
}
