import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';
import { issueRecoveryCodes } from './steps/issue-recovery-codes.ts';
import { type CodeInput, type FactorNeeds, withFactor } from './steps/with-factor.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = FactorNeeds & Pick<Ports, 'mailIsOn' | 'newId' | 'newSecretBytes'>;

/** The old codes are no longer accepted. */
export function replaceRecoveryCodes(needs: Needs) {
  return (input: CodeInput): Promise<string[]> =>
    withFactor(needs, input, async (stores, account) => {
      const { accountId, origin } = input;
      const codes = await issueRecoveryCodes(needs, stores, accountId);
      const notice = { kind: 'recovery_codes_replaced', ip: origin.ip } as const;
      await writeMail(needs, stores, { account, notice });
      const what = { action: 'account.recovery_codes_replaced', detail: origin };
      await stores.audit.append(accountLine(accountId, what, needs.now()));
      return codes;
    });
}
