import { parsePassword } from '../domain/account.ts';
import { accountLine } from '../domain/account-line.ts';
import { invalidToken, type Origin, SESSIONS_MAX, tokenDigest } from '../domain/session.ts';
import { addressBucket, knownNetworkBucket, networkOf } from '../domain/throttle.ts';
import { factorRefusal, isRefused } from '../domain/two-factor.ts';
import type { Ports, Stores } from '../ports.ts';
import { checkFactor } from './steps/check-factor.ts';
import { countCode } from './steps/count-code.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'mailTokens'
  | 'audit'
  | 'transactForAll'
  | 'throttle'
  | 'passwords'
  | 'vault'
  | 'totp'
  | 'mailIsOn'
  | 'now'
  | 'newId'
  | 'attempts'
>;
type Input = { token: string; newPassword: string; code: string; origin: Origin };

/** More than an account can have. */
const KEYS_MAX = 200;

/**
 * Ends every session, and revokes every key where nobody had confirmed the address: the account may be that of a
 * stranger who signed up with it before its owner. Where two-factor is on, a code is needed too: a reader of the mail is not
 * yet the owner. A missing or wrong code leaves the link valid.
 */
export function confirmPasswordReset(needs: Needs) {
  const { accounts, mailTokens, audit, transactForAll, throttle, passwords, now } = needs;

  async function reset(stores: Stores, accountId: string, hash: string, origin: Origin) {
    const known = await stores.accounts.findCredentials({ id: accountId });
    if (!known) throw invalidToken();
    await stores.accounts.replacePassword(accountId, { from: known.passwordHash, to: hash });
    // Reading the mail proves the address, too, unless another account confirmed it meanwhile.
    await stores.accounts.lockAddress(known.account.email);
    await stores.accounts.confirmEmail(accountId, now());
    const at = now();
    const sessionIds = await stores.massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
    const keys = known.account.emailConfirmedAt
      ? []
      : await stores.massRevocation.revokeKeys({ accountId }, at, KEYS_MAX);
    await stores.publishRevocation({ sessionIds, keyIds: keys.map(({ id }) => id) });
    const notice = { kind: 'password_changed', ip: origin.ip } as const;
    await writeMail(needs, stores, { account: known.account, notice });
    const detail = { ...origin, sessionsEnded: sessionIds.length };
    const what = { action: 'account.password_reset_by_mail', detail };
    await stores.audit.append(accountLine(accountId, what, at));
    for (const { id } of keys) {
      const revoked = { action: 'key.revoked', subject: `key:${id}`, detail: origin };
      await stores.audit.append(accountLine(accountId, revoked, at));
    }
  }

  return async ({ token, newPassword, code, origin }: Input): Promise<void> => {
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
    if (refused) {
      const actor = 'account:unknown';
      const action = 'account.code_refused';
      const line = { at: now(), actor, action, subject: `account:${account.id}` };
      if (refused === 'wrong')
        await audit.append({ ...line, accountId: account.id, detail: origin });
      throw factorRefusal(refused);
    }
    await counted?.succeeded();
    // Attempts with the forgotten password do not count against the new one.
    const { perAddressMax } = needs.attempts;
    await throttle.forget(addressBucket(account.email, perAddressMax));
    await throttle.forget(knownNetworkBucket(account.email, networkOf(origin.ip), perAddressMax));
  };
}
