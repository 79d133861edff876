import { AppError } from '@entrada/platform/errors/app-error';
import { emailOrNull, isPassword } from '../domain/account.ts';
import type { Origin } from '../domain/session.ts';
import type { Ports } from '../ports.ts';
import { countTry } from './count-try.ts';
import { type Entry, enter } from './enter.ts';

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
  | 'tries'
>;
type Input = { email: string; password: string; origin: Origin };

/**
 * An unknown address, a wrong password and what could be neither are told alike and cost the same.
 * What was typed is kept nowhere: people type passwords into the wrong field.
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

  return async ({ email: typed, password, origin }: Input): Promise<Entry> => {
    const email = emailOrNull(typed);
    const counted = await countTry(needs, { email: email ?? '', origin });
    const known = email === null ? null : await accounts.findCredentials({ email });
    const isRight = await passwords.verify(
      isPassword(password) ? password : '',
      known?.passwordHash ?? null,
    );
    if (!known || !isRight) return refuse(known?.account.id ?? '', 'session.refused', origin);

    const { account, passwordHash } = known;
    const better = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : null;
    const entry = await transact(account.id, async (stores) => {
      await stores.accounts.lock(account.id);
      if (better) {
        await stores.accounts.replacePassword(account.id, { from: passwordHash, to: better });
      }
      return enter(needs, stores, { account, origin, action: 'session.opened' });
    });
    await counted.wasRight();
    return entry;
  };
}
