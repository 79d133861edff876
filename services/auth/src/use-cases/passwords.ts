import { emailOrNull, isPassword, parsePassword, wrongPassword } from '../domain/account.ts';
import { accountLine, UNKNOWN } from '../domain/audit-lines.ts';
import { invalidToken, type Origin, SESSIONS_MAX, tokenDigest } from '../domain/session.ts';
import {
  addressBucket,
  knownNetworkBucket,
  networkOf,
  resetAddressBucket,
  resetIpBucket,
} from '../domain/throttle.ts';
import { factorRefusal, isRefused } from '../domain/two-factor.ts';
import type { Ports, Stores } from '../ports.ts';
import { requireCredentials } from './accounts.ts';
import { checkFactor, countAttempt, countCode, countOrRefuse } from './count-attempt.ts';
import { mailLink, writeMail } from './write-mail.ts';

type PasswordChange = {
  accountId: string;
  sessionId: string;
  oldPassword: string;
  newPassword: string;
  origin: Origin;
};

/** Ends every session but the current one, so that anyone who knew the old password is logged out. */
export function changePassword(needs: Ports) {
  const { audit, transact, passwords, now } = needs;

  async function refuse({ accountId, origin }: PasswordChange): Promise<never> {
    const what = { action: 'account.password_refused', detail: origin };
    await audit.append(accountLine(accountId, what, now()));
    throw wrongPassword();
  }

  return async (input: PasswordChange): Promise<void> => {
    const { accountId, sessionId, oldPassword, origin } = input;
    const known = await requireCredentials(needs, accountId);
    const newPassword = parsePassword(input.newPassword, known.account, 'newPassword');
    const attempt = await countAttempt(needs, { email: known.account.email, origin });
    const isRight =
      isPassword(oldPassword) && (await passwords.verify(oldPassword, known.passwordHash));
    if (!isRight) return refuse(input);

    const change = {
      from: known.passwordHash,
      to: await passwords.hash(newPassword, known.passwordHash),
    };
    const isChanged = await transact(accountId, async (stores) => {
      if (!(await stores.accounts.replacePassword(accountId, change))) return false;
      const at = now();
      const spare = { id: sessionId, kept: 0 };
      const sessionsEnded = await stores.sessions.revokeOthers(accountId, spare, at);
      const notice = { kind: 'password_changed', ip: origin.ip } as const;
      await writeMail(needs, stores, { account: known.account, notice });
      const what = { action: 'account.password_changed', detail: { ...origin, sessionsEnded } };
      await stores.audit.append(accountLine(accountId, what, at));
      return true;
    });
    if (!isChanged) return refuse(input);
    await attempt.succeeded(known.account);
  };
}

/**
 * Does the same work for every address, known or not; a job looks for the account. Too many requests
 * for one address are accepted and forgotten, so that the reply says nothing about it.
 */
export function requestPasswordReset(needs: Ports) {
  const { throttle, mailTokens, mailIsOn, now } = needs;
  return async (typed: string, origin: Origin): Promise<void> => {
    const bucket = resetIpBucket(origin.ip);
    await countOrRefuse(needs, bucket, 'Too many password resets from this IP address');
    const email = emailOrNull(typed) ?? '';
    const { allowed } = await throttle.take(resetAddressBucket(email), now());
    if (allowed && mailIsOn) await mailTokens.askForReset({ email, ...origin, requestedAt: now() });
  };
}

const RESETS_AT_ONCE_MAX = 20;

/** Writes a mail with a link to each account that asked for a new password. True: there may be more. */
export function mailResetLinks(needs: Ports) {
  const { transactForAll, now } = needs;
  return (): Promise<boolean> =>
    transactForAll(async (stores) => {
      const requests = await stores.mailTokens.takeResetRequests(RESETS_AT_ONCE_MAX);
      for (const { email, ip, userAgent } of requests) {
        const known = await stores.accounts.findCredentials({ email });
        if (!known) continue;
        const { account } = known;
        const link = await mailLink(needs, stores, account, 'reset_password');
        await writeMail(needs, stores, { account, notice: { kind: 'reset_password', link, ip } });
        const action = 'account.password_reset_requested';
        const what = { actor: UNKNOWN, action, detail: { ip, userAgent } };
        await stores.audit.append(accountLine(account.id, what, now()));
      }
      return requests.length === RESETS_AT_ONCE_MAX;
    });
}

type PasswordReset = { token: string; newPassword: string; code: string; origin: Origin };

/** More than an account can have. */
const KEYS_MAX = 200;

/**
 * Ends every session, and revokes every key where nobody had confirmed the address: the account may be that of a
 * stranger who signed up with it before its owner. Where two-factor is on, a code is needed too: a reader of the mail is not
 * yet the owner. A missing or wrong code leaves the link valid.
 */
export function confirmPasswordReset(needs: Ports) {
  const { accounts, mailTokens, audit, transactForAll, throttle, passwords, now } = needs;

  async function reset(stores: Stores, accountId: string, hash: string, origin: Origin) {
    const known = await stores.accounts.findCredentials({ id: accountId });
    if (!known) throw invalidToken();
    await stores.accounts.replacePassword(accountId, { from: known.passwordHash, to: hash });
    // Reading the mail proves the address, too, unless another account confirmed it meanwhile.
    await stores.accounts.lockAddress(known.account.email);
    await stores.accounts.confirmEmail(accountId, now());
    const at = now();
    const sessionsEnded = await stores.massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
    const keys = known.account.emailConfirmedAt
      ? []
      : await stores.massRevocation.revokeKeys({ accountId }, at, KEYS_MAX);
    const notice = { kind: 'password_changed', ip: origin.ip } as const;
    await writeMail(needs, stores, { account: known.account, notice });
    const detail = { ...origin, sessionsEnded };
    const what = { action: 'account.password_reset_by_mail', detail };
    await stores.audit.append(accountLine(accountId, what, at));
    for (const { id } of keys) {
      const revoked = { action: 'key.revoked', subject: `key:${id}`, detail: origin };
      await stores.audit.append(accountLine(accountId, revoked, at));
    }
  }

  return async ({ token, newPassword, code, origin }: PasswordReset): Promise<void> => {
    const digest = tokenDigest(token);
    const accountId = digest && (await mailTokens.find(digest, 'reset_password', now()));
    const account = accountId && (await accounts.find(accountId));
    if (!digest || !account) throw invalidToken();
    const password = parsePassword(newPassword, account, 'newPassword');
    const counted = code === '' ? null : await countCode(needs, { account, origin });
    const hash = await passwords.hash(
      password,
      (await accounts.findCredentials(account))?.passwordHash,
    );
    const refused = await transactForAll(async (stores) => {
      await stores.accounts.lock(account.id);
      const factor = await checkFactor(needs, stores, { accountId: account.id, code });
      if (isRefused(factor)) return factor;
      // Of two uses at the same time, one finds the token gone.
      if (!(await stores.mailTokens.take(digest, 'reset_password', now()))) throw invalidToken();
      await reset(stores, account.id, hash, origin);
      return null;
    });
    if (refused === 'wrong') {
      const what = { actor: UNKNOWN, action: 'account.code_refused', detail: origin };
      await audit.append(accountLine(account.id, what, now()));
    }
    if (refused) throw factorRefusal(refused);
    await counted?.succeeded();
    // Attempts with the forgotten password do not count against the new one.
    const { perAddressMax } = needs.attempts;
    await throttle.forget(addressBucket(account.email, perAddressMax));
    await throttle.forget(knownNetworkBucket(account.email, networkOf(origin.ip), perAddressMax));
  };
}
