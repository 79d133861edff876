import { accountNotFound, isPassword, parsePassword, wrongPassword } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import type { Origin } from '../domain/session.ts';
import type { Ports } from '../ports.ts';
import { countAttempt } from './steps/count-attempt.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'audit'
  | 'transact'
  | 'throttle'
  | 'passwords'
  | 'vault'
  | 'mailIsOn'
  | 'now'
  | 'newId'
  | 'attempts'
>;
type Input = {
  accountId: string;
  sessionId: string;
  oldPassword: string;
  newPassword: string;
  origin: Origin;
};

/** Ends every session but the current one, so that anyone who knew the old password is logged out. */
export function changePassword(needs: Needs) {
  const { accounts, audit, transact, passwords, now } = needs;

  async function refuse({ accountId, origin }: Input): Promise<never> {
    const what = { action: 'account.password_refused', detail: origin };
    await audit.append(accountLine(accountId, what, now()));
    throw wrongPassword();
  }

  return async (input: Input): Promise<void> => {
    const { accountId, sessionId, oldPassword, origin } = input;
    const known = await accounts.findCredentials({ id: accountId });
    if (!known) throw accountNotFound();
    const newPassword = parsePassword(input.newPassword, known.account, 'newPassword');
    const attempt = await countAttempt(needs, { email: known.account.email, origin });
    const isRight =
      isPassword(oldPassword) && (await passwords.verify(oldPassword, known.passwordHash));
    if (!isRight) return refuse(input);

    const change = {
      from: known.passwordHash,
      to: await passwords.hash(newPassword, known.passwordHash),
    };
    const isChanged = await transact(accountId, async (stores) => {
      if (!(await stores.accounts.replacePassword(accountId, change))) return false;
      const at = now();
      const spare = { id: sessionId, kept: 0 };
      const sessionIds = await stores.sessions.revokeOthers(accountId, spare, at);
      await stores.publishRevocation({ sessionIds });
      const notice = { kind: 'password_changed', ip: origin.ip } as const;
      await writeMail(needs, stores, { account: known.account, notice });
      const detail = { ...origin, sessionsEnded: sessionIds.length };
      const what = { action: 'account.password_changed', detail };
      await stores.audit.append(accountLine(accountId, what, at));
      return true;
    });
    if (!isChanged) return refuse(input);
    await attempt.succeeded(known.account);
  };
}
