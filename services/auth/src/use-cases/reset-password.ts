import { accountNotFound } from '../domain/account.ts';
import { type Decision, decisionLine } from '../domain/decision.ts';
import { SESSIONS_MAX, tokenFrom } from '../domain/session.ts';
import type { Ports } from '../ports.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<
  Ports,
  'accounts' | 'transact' | 'passwords' | 'vault' | 'mailIsOn' | 'now' | 'newId' | 'newSecretBytes'
>;
type Input = Decision & { readonly accountId: string };
type Done = { readonly password: string; readonly sessionsEnded: number };

/** Ends every session: one may have been opened with the old password. Returns the new one, which is not stored. */
export function resetPassword(needs: Needs) {
  const { accounts, transact, passwords, now, newSecretBytes } = needs;
  return async (input: Input): Promise<Done> => {
    const { accountId } = input;
    const password = tokenFrom(newSecretBytes());
    const stored = await accounts.findCredentials({ id: accountId });
    if (!stored) throw accountNotFound();
    const to = await passwords.hash(password, stored.passwordHash);
    const sessionsEnded = await transact(accountId, async (stores) => {
      const { massRevocation, publishRevocation, audit } = stores;
      await stores.accounts.lock(accountId);
      const known = await stores.accounts.findCredentials({ id: accountId });
      if (!known) throw accountNotFound();
      await stores.accounts.replacePassword(accountId, { from: known.passwordHash, to });
      const at = now();
      const sessionIds = await massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
      await publishRevocation({ sessionIds });
      const notice = { kind: 'password_changed', ip: '' } as const;
      await writeMail(needs, stores, { account: known.account, notice });
      const detail = { sessionsEnded: sessionIds.length };
      const subject = `account:${accountId}`;
      const what = { action: 'account.password_reset', subject, accountId, detail };
      await audit.append(decisionLine(input, what, at));
      return sessionIds.length;
    });
    return { password, sessionsEnded };
  };
}
