import { accountNotFound } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import type { Origin } from '../domain/session.ts';
import {
  factorRefusal,
  parseCode,
  twoFactorIsOff,
  twoFactorIsOn,
  twoFactorRow,
} from '../domain/two-factor.ts';
import type { Ports, Stores } from '../ports.ts';
import { countCode } from './steps/count-code.ts';
import { issueRecoveryCodes } from './steps/issue-recovery-codes.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'throttle'
  | 'transact'
  | 'vault'
  | 'totp'
  | 'mailIsOn'
  | 'now'
  | 'newId'
  | 'newSecretBytes'
>;
type Input = { accountId: string; code: string; origin: Origin; sessionId: string | null };

/**
 * Log-in asks for a code from now on, and sessions that began without one end, except the current one.
 * Returns the recovery codes, which are shown only this once.
 */
export function confirmTwoFactor(needs: Needs) {
  const { accounts, transact, vault, totp, now } = needs;
  return async ({ accountId, code, origin, sessionId }: Input): Promise<string[]> => {
    const account = await accounts.find(accountId);
    if (!account) throw accountNotFound();
    const attempt = await countCode(needs, { account, origin });
    const codes = await transact(accountId, async (stores) => {
      await stores.accounts.lock(accountId);
      const begun = await stores.twoFactors.find(accountId);
      if (!begun) throw twoFactorIsOff();
      if (begun.confirmedAt) throw twoFactorIsOn();
      const secret = vault.open(twoFactorRow(accountId), begun.sealedSecret);
      const typed = parseCode(code);
      const step = typed?.kind === 'code' ? totp.stepOf(secret, typed.digits, now()) : null;
      if (step === null) throw factorRefusal('wrong');
      await stores.twoFactors.confirm(accountId, step, now());
      const issued = await issueRecoveryCodes(needs, stores, accountId);
      const notice = { kind: 'two_factor_enabled', ip: origin.ip } as const;
      await writeMail(needs, stores, { account, notice });
      const at = now();
      const sessionsEnded = await endOthers(stores, { accountId, sessionId }, at);
      const what = { action: 'account.two_factor_enabled', detail: { ...origin, sessionsEnded } };
      await stores.audit.append(accountLine(accountId, what, at));
      return issued;
    });
    await attempt.succeeded();
    return codes;
  };
}

type Kept = Pick<Input, 'accountId' | 'sessionId'>;

async function endOthers(stores: Stores, { accountId, sessionId }: Kept, at: Date) {
  if (sessionId === null) return 0;
  const spare = { id: sessionId, kept: 0 };
  const sessionIds = await stores.sessions.revokeOthers(accountId, spare, at);
  await stores.publishRevocation({ sessionIds });
  return sessionIds.length;
}
