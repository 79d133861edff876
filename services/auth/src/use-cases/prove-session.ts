import type { AppError } from '@entrada/platform/errors/app-error';
import { accountNotFound, isPassword, wrongPassword } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import { type Origin, sessionEnded } from '../domain/session.ts';
import { factorRefusal, isRefused } from '../domain/two-factor.ts';
import type { Ports } from '../ports.ts';
import { checkFactor } from './steps/check-factor.ts';
import { countAttempt } from './steps/count-attempt.ts';
import { countCode } from './steps/count-code.ts';

type Needs = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'audit'
  | 'transact'
  | 'throttle'
  | 'passwords'
  | 'vault'
  | 'totp'
  | 'mailIsOn'
  | 'now'
  | 'attempts'
>;
type Input = {
  accountId: string;
  sessionId: string;
  password: string;
  code: string;
  origin: Origin;
};

/** Returns the time of the proof. Attempts are counted together with those of log-in. */
export function proveSession(needs: Needs) {
  const { accounts, audit, transact, passwords, now } = needs;

  async function refuse({ accountId, sessionId, origin }: Input, why: AppError): Promise<never> {
    const subject = `session:${sessionId}`;
    const what = { action: 'session.proof_refused', subject, detail: origin };
    await audit.append(accountLine(accountId, what, now()));
    throw why;
  }

  return async (input: Input): Promise<Date> => {
    const { accountId, sessionId, password, origin } = input;
    const known = await accounts.findCredentials({ id: accountId });
    if (!known) throw accountNotFound();
    const attempt = await countAttempt(needs, { email: known.account.email, origin });
    const isRight = isPassword(password) && (await passwords.verify(password, known.passwordHash));
    if (!isRight) return refuse(input, wrongPassword());
    const { code } = input;
    const { account } = known;
    await attempt.passwordIsRight(account);
    const counted = code === '' ? null : await countCode(needs, { account, origin });

    const outcome = await transact(accountId, async (stores) => {
      // A password that was changed meanwhile proves nothing.
      if ((await stores.accounts.lockPassword(accountId)) !== known.passwordHash) return null;
      const factor = await checkFactor(needs, stores, { accountId, code });
      if (isRefused(factor)) return { factor };
      const at = now();
      if (!(await stores.sessions.prove({ id: sessionId, accountId }, at))) throw sessionEnded();
      const what = { action: 'session.proved', subject: `session:${sessionId}` };
      const detail = { ...origin, factor };
      await stores.audit.append(accountLine(accountId, { ...what, detail }, at));
      return { at };
    });
    if (!outcome) return refuse(input, wrongPassword());
    if ('factor' in outcome) return refuse(input, factorRefusal(outcome.factor));
    await attempt.succeeded(known.account);
    await counted?.succeeded();
    return outcome.at;
  };
}
