import { accountNotFound } from '../domain/account.ts';
import { twoFactorIsOn, twoFactorRow } from '../domain/two-factor.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'vault' | 'totp' | 'now'>;
type Begun = { readonly secret: string; readonly otpauthUrl: string };

/** Nothing changes for log-in until the secret is confirmed by a code. A second call replaces the secret. */
export function beginTwoFactor({ transact, vault, totp, now }: Needs) {
  return (accountId: string): Promise<Begun> =>
    transact(accountId, async ({ accounts, twoFactors }) => {
      await accounts.lock(accountId);
      const account = await accounts.find(accountId);
      if (!account) throw accountNotFound();
      if (account.twoFactor) throw twoFactorIsOn();
      const secret = totp.newSecret();
      await twoFactors.begin(accountId, vault.seal(twoFactorRow(accountId), secret), now());
      return { secret, otpauthUrl: totp.urlOf(secret, account.email) };
    });
}
