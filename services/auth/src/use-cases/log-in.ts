import { AppError } from '@entrada/platform/errors/app-error';
import { emailOrNull, isPassword } from '../domain/account.ts';
import type { Origin } from '../domain/session.ts';
import type { Ports } from '../ports.ts';
import { countAttempt } from './steps/count-attempt.ts';
import { type StartedSession, startSession } from './steps/start-session.ts';

/**
 * A password that was changed while it was checked opens no session: it is checked again. The second
 * time is enough for a log-in beside it that renewed the hash.
 */
const ROUNDS_MAX = 2;

type Needs = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'audit'
  | 'transact'
  | 'throttle'
  | 'passwords'
  | 'now'
  | 'newId'
  | 'newSecretBytes'
  | 'attempts'
>;
type Known = NonNullable<Awaited<ReturnType<Ports['accounts']['findCredentials']>>>;
type Input = { email: string; password: string; origin: Origin };

/**
 * An unknown e-mail address, a wrong password and malformed input get the same error after the same
 * time. The input is not recorded: people type passwords into the wrong field.
 */
export function logIn(needs: Needs) {
  const { accounts, audit, transact, passwords, now } = needs;

  async function refuse(accountId: string, action: string, origin: Origin): Promise<never> {
    const actor = accountId ? `account:${accountId}` : 'account:unknown';
    await audit.append({ at: now(), actor, action, subject: actor, accountId, detail: origin });
    throw new AppError('UNAUTHENTICATED', 'Wrong e-mail address or password', {
      reason: 'wrong_credentials',
    });
  }

  async function check(email: string | null, password: string, origin: Origin): Promise<Known> {
    const known = email === null ? null : await accounts.findCredentials({ email });
    const isRight = await passwords.verify(
      isPassword(password) ? password : '',
      known?.passwordHash ?? null,
    );
    if (known && isRight) return known;
    return refuse(known?.account.id ?? '', 'session.refused', origin);
  }

  /** Null when the password was changed since it was checked. */
  async function open(known: Known, password: string, origin: Origin) {
    const { account, passwordHash } = known;
    const better = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : null;
    return transact(account.id, async (stores) => {
      if ((await stores.accounts.lockPassword(account.id)) !== passwordHash) return null;
      if (better) {
        await stores.accounts.replacePassword(account.id, { from: passwordHash, to: better });
      }
      return startSession(needs, stores, { account, origin, action: 'session.opened' });
    });
  }

  return async ({ email: typed, password, origin }: Input): Promise<StartedSession> => {
    const email = emailOrNull(typed);
    const attempt = await countAttempt(needs, { email: email ?? '', origin });
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const known = await check(email, password, origin);
      const started = await open(known, password, origin);
      if (!started) continue;
      await attempt.succeeded();
      return started;
    }
    throw new AppError('UNAVAILABLE', 'The password keeps changing');
  };
}
