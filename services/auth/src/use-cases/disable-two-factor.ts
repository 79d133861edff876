import { accountLine } from '../domain/account-line.ts';
import type { Ports } from '../ports.ts';
import { type CodeInput, type FactorNeeds, withFactor } from './steps/with-factor.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = FactorNeeds & Pick<Ports, 'mailIsOn' | 'newId'>;

/** Log-in no longer asks for a code. The secret and the recovery codes are removed. */
export function disableTwoFactor(needs: Needs) {
  return (input: CodeInput): Promise<void> =>
    withFactor(needs, input, async (stores, account) => {
      const { accountId, origin } = input;
      await stores.twoFactors.remove(accountId);
      const notice = { kind: 'two_factor_disabled', ip: origin.ip } as const;
      await writeMail(needs, stores, { account, notice });
      const what = { action: 'account.two_factor_disabled', detail: origin };
      await stores.audit.append(accountLine(accountId, what, needs.now()));
    });
}
