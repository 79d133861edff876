import { AppError } from '@entrada/platform/errors/app-error';
import { emailOrNull, isPassword } from '../domain/account.ts';
import { UNKNOWN } from '../domain/audit-lines.ts';
import type { Origin } from '../domain/session.ts';
import { factorRefusal, isRefused } from '../domain/two-factor.ts';
import type { Credentials, Ports } from '../ports.ts';
import { type Attempt, checkFactor, countAttempt, countCode } from './count-attempt.ts';
import { type StartedSession, startSession } from './start-session.ts';

/**
 * A password that was changed while it was checked opens no session: it is checked again. The second
 * time is enough for a log-in beside it that renewed the hash.
 */
const ROUNDS_MAX = 2;

type Input = { email: string; password: string; code: string; origin: Origin };
type Refusal = { readonly accountId: string; readonly factor: 'missing' | 'wrong' };
type LogInOutcome = StartedSession | Refusal;
type Proof = Omit<Input, 'email'>;
type LogInAttempt = Proof & { readonly attempt: Attempt };

/**
 * An unknown e-mail address, a wrong password and malformed input get the same error after the same
 * time, however many accounts have the address. The input is not recorded: people type passwords into the wrong field.
 */
export function logIn(needs: Ports) {
  const { audit, transact, passwords, now } = needs;

  async function record(accountId: string, action: string, origin: Origin): Promise<void> {
    const actor = accountId ? `account:${accountId}` : UNKNOWN;
    await audit.append({ at: now(), actor, action, subject: actor, accountId, detail: origin });
  }

  async function check(
    email: string | null,
    password: string,
    origin: Origin,
  ): Promise<Credentials> {
    const { known, first } = await findByPassword(needs, email ?? '', password);
    if (known) return known;
    await record(first?.account.id ?? '', 'session.refused', origin);
    throw new AppError('UNAUTHENTICATED', 'Wrong e-mail address or password', {
      reason: 'wrong_credentials',
    });
  }

  /** Null when the password was changed since it was checked. */
  async function open({ account, passwordHash }: Credentials, { password, code, origin }: Proof) {
    const better = passwords.isOutdated(passwordHash)
      ? await passwords.hash(password, passwordHash)
      : null;
    return transact(account.id, async (stores) => {
      if ((await stores.accounts.lockPassword(account.id)) !== passwordHash) return null;
      const factor = await checkFactor(needs, stores, { accountId: account.id, code });
      if (isRefused(factor)) return { factor };
      if (better) {
        await stores.accounts.replacePassword(account.id, { from: passwordHash, to: better });
      }
      const action = 'session.opened';
      const used = factor === 'recovery_code' ? 1 : 0;
      const current = { ...account, recoveryCodesLeft: account.recoveryCodesLeft - used };
      return startSession(needs, stores, { account: current, origin, action, detail: { factor } });
    });
  }

  async function refuseFactor({ accountId, factor }: Refusal, origin: Origin): Promise<never> {
    // Without a code, the first step of a log-in was right.
    if (factor === 'wrong') await record(accountId, 'session.code_refused', origin);
    throw factorRefusal(factor);
  }

  async function enter(email: string | null, { attempt, ...input }: LogInAttempt) {
    const { password, code, origin } = input;
    const known = await check(email, password, origin);
    const { account } = known;
    await attempt.passwordIsRight(account);
    const counted = code === '' ? null : await countCode(needs, { account, origin });
    const outcome = await open(known, input);
    if (outcome && !('factor' in outcome)) await counted?.succeeded();
    return outcome && 'factor' in outcome ? { ...outcome, accountId: account.id } : outcome;
  }

  return async ({ email: typed, ...input }: Input): Promise<StartedSession> => {
    const email = emailOrNull(typed);
    const attempt = await countAttempt(needs, { email: email ?? '', origin: input.origin });
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const entered: LogInOutcome | null = await enter(email, { ...input, attempt });
      if (!entered) continue;
      if (!('factor' in entered)) {
        await attempt.succeeded(entered.account);
        return entered;
      }
      if (entered.factor === 'missing') await attempt.isHalfDone();
      return refuseFactor(entered, input.origin);
    }
    throw new AppError('UNAVAILABLE', 'The password was changed during the log-in');
  };
}

type PasswordMatch = {
  /** Whose password it is. */
  readonly known?: Credentials | undefined;
  /** The first claimant of the address. */
  readonly first?: Credentials | undefined;
};

/** The account of an address that a password opens; takes equally long for every address. */
async function findByPassword(
  { accounts, passwords }: Ports,
  email: string,
  password: string,
): Promise<PasswordMatch> {
  const claimants = await accounts.claimants(email);
  const hashes = claimants.map(({ passwordHash }) => passwordHash);
  const right = await passwords.firstMatch(isPassword(password) ? password : '', hashes);
  const known = claimants.find(({ passwordHash }) => passwordHash === right);
  return { known, first: claimants[0] };
}
