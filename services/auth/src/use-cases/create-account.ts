import { AppError } from '@entrada/platform/errors/app-error';
import {
  type Account,
  addressTaken,
  openAccount,
  parseEmail,
  parseLanguage,
  parseName,
  parsePassword,
  requireLiveAddress,
} from '../domain/account.ts';
import type { Origin } from '../domain/session.ts';
import { signUpAddressBucket, signUpBucket } from '../domain/throttle.ts';
import type { Credentials, Ports, Stores } from '../ports.ts';
import { countOrRefuse } from './count-attempt.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { mailConfirmation } from './write-mail.ts';

type Input = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly language: string;
  readonly origin: Origin;
  /** An address that is registered is refused: for operators. */
  readonly isOnlyOne: boolean;
};
type How = Pick<Input, 'origin' | 'isOnlyOne'> & { readonly isWithinLimit: boolean };

/** Of parallel sign-ups with a new address, the second round finds the account of the first. */
const ROUNDS_MAX = 2;

/** For a lost reply or a second click. */
const REPEATED_WITHIN_MS = 600_000;

/**
 * Creates an account and its first session. A registered address gets the same answer after the same
 * work: a further account, whatever its password, so that nobody learns here whether a guess is right. Only
 * a sign-up that repeats a recent one with its password opens that account again, so that it makes no second one.
 */
export function createAccount(needs: Ports) {
  const { accounts, transactForAll, throttle, passwords, now, newId } = needs;

  async function open(stores: Stores, { account, ...own }: Credentials, how: How) {
    const [first] = await stores.accounts.claimants(account.email);
    await stores.accounts.insert({ ...account, ...own });
    if (how.isWithinLimit) await mailConfirmation(needs, stores, account, first?.account);
    return startSession(needs, stores, { account, origin: how.origin, action: 'account.created' });
  }

  async function reopen(stores: Stores, { account }: Credentials, { origin }: How) {
    return startSession(needs, stores, { account, origin, action: 'session.opened' });
  }

  /** Null: the address was new, and is not any more. */
  async function enter(account: Account, password: string, how: How) {
    const [known] = await accounts.claimants(account.email);
    const passwordHash = await passwords.hash(password, known?.passwordHash);
    return transactForAll(async (stores) => {
      await stores.accounts.lockAddress(account.email);
      const claimants = await stores.accounts.claimants(account.email);
      if (how.isOnlyOne && claimants.length > 0) throw addressTaken();
      if (!known && claimants.length > 0) return null;
      const since = account.createdAt.getTime() - REPEATED_WITHIN_MS;
      const own = claimants.find(
        (claimant) =>
          claimant.passwordHash === passwordHash &&
          claimant.account.createdAt.getTime() > since &&
          !claimant.account.twoFactor,
      );
      return own && how.isWithinLimit
        ? reopen(stores, own, how)
        : open(stores, { account, passwordHash }, how);
    });
  }

  return async ({ origin, isOnlyOne, ...input }: Input): Promise<StartedSession> => {
    const account = openAccount({
      id: newId(),
      email: parseEmail(input.email),
      name: parseName(input.name, 'account'),
      language: parseLanguage(input.language),
      createdAt: now(),
    });
    if (needs.mode === 'live') requireLiveAddress(account.email);
    const password = parsePassword(input.password, account);
    const bucket = signUpBucket(origin.ip);
    await countOrRefuse(needs, bucket, 'Too many sign-ups from this IP address');
    // Beyond it no mail is sent and no password is compared, and the answer is the same.
    const { allowed } = await throttle.take(signUpAddressBucket(account.email), now());
    const how = { origin, isOnlyOne, isWithinLimit: allowed };
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const entered = await enter(account, password, how);
      if (entered) return entered;
    }
    throw new AppError('UNAVAILABLE', 'Several sign-ups with this address at once');
  };
}
