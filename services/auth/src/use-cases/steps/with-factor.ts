import { type Account, accountNotFound } from '../../domain/account.ts';
import { accountLine } from '../../domain/account-line.ts';
import type { Origin } from '../../domain/session.ts';
import { factorRefusal, isRefused, twoFactorIsOff } from '../../domain/two-factor.ts';
import type { Ports, Stores } from '../../ports.ts';
import { checkFactor } from './check-factor.ts';
import { countCode } from './count-code.ts';

export type FactorNeeds = Pick<
  Ports,
  'accounts' | 'sessions' | 'throttle' | 'audit' | 'transact' | 'vault' | 'totp' | 'now'
>;
export type CodeInput = { accountId: string; code: string; origin: Origin };

/** Changes the two-factor settings of an account with a code of it; a wrong one is recorded. */
export async function withFactor<T>(
  needs: FactorNeeds,
  { accountId, code, origin }: CodeInput,
  change: (stores: Stores, account: Account) => Promise<T>,
): Promise<T> {
  const { accounts, audit, transact, now } = needs;
  const account = await accounts.find(accountId);
  if (!account) throw accountNotFound();
  const attempt = await countCode(needs, { account, origin });
  const outcome = await transact(accountId, async (stores) => {
    await stores.accounts.lock(accountId);
    const factor = await checkFactor(needs, stores, { accountId, code });
    if (factor === 'none') throw twoFactorIsOff();
    return isRefused(factor) ? { factor } : { changed: await change(stores, account) };
  });
  if ('factor' in outcome) {
    const what = { action: 'account.code_refused', detail: origin };
    await audit.append(accountLine(accountId, what, now()));
    throw factorRefusal(outcome.factor);
  }
  await attempt.succeeded();
  return outcome.changed;
}
