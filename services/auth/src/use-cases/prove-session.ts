import { AppError } from '@entrada/platform/errors/app-error';
import { accountNotFound, isPassword } from '../domain/account.ts';
import { type Origin, sessionEnded } from '../domain/session.ts';
import type { Ports } from '../ports.ts';
import { countAttempt } from './steps/count-attempt.ts';

type Needs = Pick<
  Ports,
  'accounts' | 'sessions' | 'audit' | 'transact' | 'throttle' | 'passwords' | 'now' | 'attempts'
>;
type Input = { accountId: string; sessionId: string; password: string; origin: Origin };

/** Returns the time of the proof. Attempts are counted together with those of log-in. */
export function proveSession(needs: Needs) {
  const { accounts, audit, transact, passwords, now } = needs;

  async function refuse({ accountId, sessionId, origin }: Input): Promise<never> {
    const actor = `account:${accountId}`;
    const action = 'session.proof_refused';
    const subject = `session:${sessionId}`;
    await audit.append({ at: now(), actor, action, subject, accountId, detail: origin });
    throw new AppError('UNAUTHENTICATED', 'Wrong password', { reason: 'wrong_credentials' });
  }

  return async (input: Input): Promise<Date> => {
    const { accountId, sessionId, password, origin } = input;
    const known = await accounts.findCredentials({ id: accountId });
    if (!known) throw accountNotFound();
    const attempt = await countAttempt(needs, { email: known.account.email, origin });
    const isRight = isPassword(password) && (await passwords.verify(password, known.passwordHash));
    if (!isRight) return refuse(input);

    const at = await transact(accountId, async (stores) => {
      // A password that was changed meanwhile proves nothing.
      if ((await stores.accounts.lockPassword(accountId)) !== known.passwordHash) return null;
      const provedAt = now();
      const session = { id: sessionId, accountId };
      if (!(await stores.sessions.prove(session, provedAt))) throw sessionEnded();
      const actor = `account:${accountId}`;
      const subject = `session:${sessionId}`;
      const line = { at: provedAt, actor, action: 'session.proved', subject, accountId };
      await stores.audit.append({ ...line, detail: origin });
      return provedAt;
    });
    if (!at) return refuse(input);
    await attempt.succeeded();
    return at;
  };
}
