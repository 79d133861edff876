import type { Ports } from '../ports.ts';
import { type CodeInput, withFactor } from './steps/with-factor.ts';

type Needs = Pick<
  Ports,
  'accounts' | 'sessions' | 'throttle' | 'audit' | 'transact' | 'vault' | 'totp' | 'now'
>;

/** Log-in no longer asks for a code. The secret and the recovery codes are removed. */
export function disableTwoFactor(needs: Needs) {
  return (input: CodeInput): Promise<void> =>
    withFactor(needs, input, async ({ twoFactors, audit }) => {
      const { accountId, origin } = input;
      await twoFactors.remove(accountId);
      const actor = `account:${accountId}`;
      const action = 'account.two_factor_disabled';
      const line = { at: needs.now(), actor, action, subject: actor, accountId };
      await audit.append({ ...line, detail: origin });
    });
}
