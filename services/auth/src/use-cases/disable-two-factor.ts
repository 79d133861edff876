import type { Ports } from '../ports.ts';
import { type CodeInput, withFactor } from './steps/with-factor.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'throttle'
  | 'audit'
  | 'transact'
  | 'vault'
  | 'totp'
  | 'mailIsOn'
  | 'now'
  | 'newId'
>;

/** Log-in no longer asks for a code. The secret and the recovery codes are removed. */
export function disableTwoFactor(needs: Needs) {
  return (input: CodeInput): Promise<void> =>
    withFactor(needs, input, async (stores, account) => {
      const { accountId, origin } = input;
      await stores.twoFactors.remove(accountId);
      const notice = { kind: 'two_factor_disabled', ip: origin.ip } as const;
      await writeMail(needs, stores, { account, notice });
      const actor = `account:${accountId}`;
      const action = 'account.two_factor_disabled';
      const line = { at: needs.now(), actor, action, subject: actor, accountId };
      await stores.audit.append({ ...line, detail: origin });
    });
}
