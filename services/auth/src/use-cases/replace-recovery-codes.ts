import type { Ports } from '../ports.ts';
import { issueRecoveryCodes } from './steps/issue-recovery-codes.ts';
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
  | 'newSecretBytes'
>;

/** The old codes are no longer accepted. */
export function replaceRecoveryCodes(needs: Needs) {
  return (input: CodeInput): Promise<string[]> =>
    withFactor(needs, input, async (stores, account) => {
      const { accountId, origin } = input;
      const codes = await issueRecoveryCodes(needs, stores, accountId);
      const notice = { kind: 'recovery_codes_replaced', ip: origin.ip } as const;
      await writeMail(needs, stores, { account, notice });
      const actor = `account:${accountId}`;
      const action = 'account.recovery_codes_replaced';
      const line = { at: needs.now(), actor, action, subject: actor, accountId };
      await stores.audit.append({ ...line, detail: origin });
      return codes;
    });
}
