import type { Account } from '../domain/account.ts';
import { accountLine } from '../domain/audit-lines.ts';
import type { Origin } from '../domain/session.ts';
import {
  factorRefusal,
  isRefused,
  parseCode,
  RECOVERY_CODES,
  recoveryCodeFrom,
  twoFactorIsOff,
  twoFactorIsOn,
  twoFactorRow,
} from '../domain/two-factor.ts';
import type { Ports, SealedTwoFactor, Stores } from '../ports.ts';
import { requireAccount } from './accounts.ts';
import { checkFactor, countCode } from './count-attempt.ts';
import { writeMail } from './write-mail.ts';

type NewSecret = { readonly secret: string; readonly otpauthUrl: string };

/** Nothing changes for log-in until the secret is confirmed by a code. A second call replaces the secret. */
export function beginTwoFactor({ transact, vault, totp, now }: Ports) {
  return (accountId: string): Promise<NewSecret> =>
    transact(accountId, async ({ accounts, twoFactors }) => {
      await accounts.lock(accountId);
      const account = await requireAccount({ accounts }, accountId);
      if (account.twoFactor) throw twoFactorIsOn();
      const secret = totp.newSecret();
      await twoFactors.begin(accountId, vault.seal(twoFactorRow(accountId), secret), now());
      return { secret, otpauthUrl: totp.urlOf(secret, account.email) };
    });
}

type Confirmation = { accountId: string; code: string; origin: Origin; sessionId: string | null };

/**
 * Log-in asks for a code from now on, and sessions that began without one end, except the current one.
 * Returns the recovery codes, which are shown only this once.
 */
export function confirmTwoFactor(needs: Ports) {
  const { transact, vault, totp, now } = needs;
  return async ({ accountId, code, origin, sessionId }: Confirmation): Promise<string[]> => {
    const account = await requireAccount(needs, accountId);
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
      const sessionsEnded = await endOtherSessions(stores, { accountId, sessionId }, at);
      const what = { action: 'account.two_factor_enabled', detail: { ...origin, sessionsEnded } };
      await stores.audit.append(accountLine(accountId, what, at));
      return issued;
    });
    await attempt.succeeded();
    return codes;
  };
}

type CurrentSession = Pick<Confirmation, 'accountId' | 'sessionId'>;

async function endOtherSessions(
  { sessions }: Stores,
  { accountId, sessionId }: CurrentSession,
  at: Date,
) {
  if (sessionId === null) return 0;
  return sessions.revokeOthers(accountId, { id: sessionId, kept: 0 }, at);
}

/** Log-in no longer asks for a code. The secret and the recovery codes are removed. */
export function disableTwoFactor(needs: Ports) {
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

/** The old codes are no longer accepted. */
export function replaceRecoveryCodes(needs: Ports) {
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

/** Mails are not moved: each is sent or given up within two days. */
export function resealSecrets({ vault, twoFactors }: Ports) {
  const resealed = ({ id, sealedSecret }: SealedTwoFactor): Buffer =>
    vault.seal(twoFactorRow(id), vault.open(twoFactorRow(id), sealedSecret));
  const what = 'two-factor secrets of accounts';
  return () => vault.resealAll(twoFactors, { resealed, what });
}

type CodeInput = { accountId: string; code: string; origin: Origin };

/** Changes the two-factor settings of an account with a code of it; a wrong one is recorded. */
async function withFactor<T>(
  needs: Ports,
  { accountId, code, origin }: CodeInput,
  change: (stores: Stores, account: Account) => Promise<T>,
): Promise<T> {
  const { audit, transact, now } = needs;
  const account = await requireAccount(needs, accountId);
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

/** New codes in place of all old ones. They are not stored: only their digests are. */
async function issueRecoveryCodes(
  { vault, newSecretBytes }: Ports,
  { twoFactors }: Pick<Stores, 'twoFactors'>,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeFrom(newSecretBytes()));
  const digests = codes.map((code) => vault.codeDigests(accountId, code.replaceAll('-', ''))[0]);
  await twoFactors.replaceRecoveryCodes(accountId, digests);
  return codes;
}
