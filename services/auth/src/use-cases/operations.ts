import type { AskedDecision, TwoPersonApproval } from '@entrada/approvals/decision';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import {
  accountNotFound,
  addressTaken,
  openAccount,
  parseEmail,
  parseName,
} from '../domain/account.ts';
import { doneBy, refused } from '../domain/approval.ts';
import {
  type Decision,
  decisionLine,
  type WhichKeys,
  type WhichSessions,
} from '../domain/audit-lines.ts';
import { SESSIONS_MAX, tokenFrom } from '../domain/session.ts';
import { twoFactorIsOff } from '../domain/two-factor.ts';
import type { Ports, Stores } from '../ports.ts';
import { requireAccount, requireCredentials } from './accounts.ts';
import { findCoveringApproval } from './approvals.ts';
import { writeMail } from './write-mail.ts';

type LostAccount = Decision & {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
};

/**
 * Creates an account under the id that other services know it by, so that its owner reaches its money
 * again. Returns the new password, which is not stored.
 */
export function restoreAccount({ transactForAll, passwords, now, newSecretBytes }: Ports) {
  return async ({ accountId: id, ...input }: LostAccount): Promise<string> => {
    const account = openAccount({
      id,
      email: parseEmail(input.email),
      name: parseName(input.name, 'account'),
      language: null,
      createdAt: now(),
    });
    const password = tokenFrom(newSecretBytes());
    const passwordHash = await passwords.hash(password);
    await transactForAll(async ({ accounts, audit }) => {
      await accounts.lockAddress(account.email);
      const holder = await accounts.findCredentials({ email: account.email });
      if (holder && holder.account.id !== id) throw addressTaken();
      if (!(await accounts.insert({ ...account, passwordHash }))) {
        throw new AppError('CONFLICT', 'Account already exists');
      }
      const what = { action: 'account.restored', accountId: id };
      await audit.append(decisionLine(input, what, account.createdAt));
    });
    return password;
  };
}

type AccountDecision = Decision & { readonly accountId: string };
type PasswordResult = { readonly password: string; readonly sessionsEnded: number };

/** Ends every session: one may have been opened with the old password. Returns the new one, which is not stored. */
export function resetPassword(needs: Ports) {
  const { transact, passwords, now, newSecretBytes } = needs;
  return async (input: AccountDecision): Promise<PasswordResult> => {
    const { accountId } = input;
    const password = tokenFrom(newSecretBytes());
    const stored = await requireCredentials(needs, accountId);
    const to = await passwords.hash(password, stored.passwordHash);
    return transact(accountId, async (stores) => {
      const { massRevocation, audit } = stores;
      await stores.accounts.lock(accountId);
      const known = await requireCredentials(stores, accountId);
      await stores.accounts.replacePassword(accountId, { from: known.passwordHash, to });
      const at = now();
      const sessionsEnded = await massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
      const notice = { kind: 'password_changed', ip: '' } as const;
      await writeMail(needs, stores, { account: known.account, notice });
      const what = { action: 'account.password_reset', accountId, detail: { sessionsEnded } };
      await audit.append(decisionLine(input, what, at));
      return { password, sessionsEnded };
    });
  };
}

/** For an owner who has lost the phone and the recovery codes. Returns how many sessions were ended. */
export function resetTwoFactor(needs: Ports) {
  const { transact, now } = needs;
  return (input: AccountDecision): Promise<number> => {
    const { accountId } = input;
    return transact(accountId, async (stores) => {
      await stores.accounts.lock(accountId);
      const account = await requireAccount(stores, accountId);
      if (!(await stores.twoFactors.remove(accountId))) throw twoFactorIsOff();
      const at = now();
      const { massRevocation } = stores;
      const sessionsEnded = await massRevocation.endSessions({ accountId }, at, SESSIONS_MAX);
      const notice = { kind: 'two_factor_disabled', ip: '' } as const;
      await writeMail(needs, stores, { account, notice });
      const what = { action: 'account.two_factor_reset', accountId, detail: { sessionsEnded } };
      await stores.audit.append(decisionLine(input, what, at));
      return sessionsEnded;
    });
  };
}

/** Each has a line in the audit log, whose end stays locked meanwhile. */
const KEYS_AT_ONCE_MAX = 200;

type RevocationResult = { readonly revoked: number; readonly more: boolean };

/** For operators: keys of any account. The caller repeats it while there are more. */
export function revokeKeys({ transactForAll, now }: Ports) {
  return (which: WhichKeys, decision: Decision): Promise<RevocationResult> =>
    transactForAll(async ({ accounts, massRevocation, audit }) => {
      const at = now();
      if ('accountId' in which) await requireAccount({ accounts }, which.accountId);
      if ('keyId' in which && !(await massRevocation.hasKey(which.keyId))) {
        throw new AppError('NOT_FOUND', 'API key not found');
      }
      const keys = await massRevocation.revokeKeys(which, at, KEYS_AT_ONCE_MAX);
      for (const { id, accountId } of keys) {
        const what = { action: 'key.revoked', subject: `key:${id}`, accountId };
        await audit.append(decisionLine(decision, what, at));
      }
      return { revoked: keys.length, more: keys.length === KEYS_AT_ONCE_MAX };
    });
}

const SESSIONS_AT_ONCE_MAX = 1_000;

type EndResult = { readonly ended: number; readonly more: boolean };

/** For operators: sessions of any account. The caller repeats it while there are more. */
export function endSessions({ transactForAll, now }: Ports) {
  return (which: WhichSessions, decision: Decision): Promise<EndResult> =>
    transactForAll(async ({ accounts, massRevocation, audit }) => {
      const at = now();
      const accountId = 'accountId' in which ? which.accountId : '';
      if (accountId !== '') await requireAccount({ accounts }, accountId);
      const ended = await massRevocation.endSessions(which, at, SESSIONS_AT_ONCE_MAX);
      const subject = accountId === '' ? 'service:auth' : `account:${accountId}`;
      const what = { action: 'sessions.ended', subject, accountId, detail: { ended } };
      await audit.append(decisionLine(decision, what, at));
      return { ended, more: ended === SESSIONS_AT_ONCE_MAX };
    });
}

type FreezeDecision = Decision & {
  readonly accountId: string;
  readonly isFrozen: boolean;
  readonly asked: AskedDecision;
};

const SERVICE = 'auth';

/**
 * Freezes an account or ends that. Returns whether it was otherwise before; to repeat it changes nothing. Gateways
 * learn of it as they learn of revoked keys. What arrives for the account is still booked and delivered.
 */
export function setFrozen(needs: Ports) {
  const { transact, now } = needs;

  /** Used up in the transaction of its effect: who waited for the account finds it used. */
  const consumeApproval = async ({ approvals }: Stores, asked: AskedDecision) => {
    const covering = await findCoveringApproval({ ...needs, approvals }, asked, SERVICE);
    if (!covering) return null;
    const { approval, signed } = covering;
    if (approval.doneBy.includes(SERVICE)) throw refused('approval_used');
    const approved = needs.signatures.requireSigned(asked, signed);
    await approvals.noteDone(doneBy(approval, SERVICE, now()));
    return approved;
  };

  const record = async ({ audit }: Stores, input: FreezeDecision, by: TwoPersonApproval | null) => {
    const { accountId, isFrozen } = input;
    const action = isFrozen ? 'account.frozen' : 'account.unfrozen';
    const what = { action, accountId, detail: { ...by } };
    await audit.append(decisionLine(input, what, now()));
  };

  return (input: FreezeDecision): Promise<boolean> =>
    transact(input.accountId, async (stores) => {
      const { accountId, isFrozen, asked } = input;
      const isChanged = await stores.accounts.setFrozen(accountId, isFrozen, now());
      if (isChanged === null) throw accountNotFound();
      // What changes nothing needs nobody's approval.
      if (!isChanged && asked.approvalId === '') return false;
      const approved = await consumeApproval(stores, asked);
      if (isChanged) await record(stores, input, approved);
      return isChanged;
    });
}

const PER_SECOND_MAX = 1_000_000;

type RateLimitDecision = Decision & {
  readonly accountId: string;
  /** Null: the deployment's default limit. */
  readonly perSecond: number | null;
};

/** Returns the previous limit. Every change is recorded in the audit log, in the same transaction. */
export function setRateLimit({ transact, now }: Ports) {
  return (input: RateLimitDecision): Promise<number | null> => {
    const { accountId, perSecond } = input;
    if (perSecond !== null && !(perSecond >= 1 && perSecond <= PER_SECOND_MAX)) {
      const wanted = `must be between 1 and ${PER_SECOND_MAX}, or 0 for the default`;
      throw fieldError('rateLimitPerSecond', wanted);
    }
    return transact(accountId, async ({ accounts, audit }) => {
      const before = await accounts.setRateLimit(accountId, perSecond);
      if (before === undefined) throw accountNotFound();
      const detail = { perSecond, before };
      const what = { action: 'account.rate_limit_set', accountId, detail };
      await audit.append(decisionLine(input, what, now()));
      return before;
    });
  };
}
