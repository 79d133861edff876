import { AppError } from '@entrada/platform/errors/app-error';
import type { Account } from '../domain/account.ts';
import { accountLine, UNKNOWN } from '../domain/audit-lines.ts';
import type { Origin } from '../domain/session.ts';
import {
  addressBucket,
  type Bucket,
  codeBucket,
  ipBucket,
  knownNetworkBucket,
  networkOf,
  rightPasswordBucket,
} from '../domain/throttle.ts';
import { type Factor, parseCode, twoFactorRow } from '../domain/two-factor.ts';
import type { Ports, Stores } from '../ports.ts';

export type Attempt = {
  /** Throws when the right password was given too often: nobody fills the audit log by logging in. */
  passwordIsRight(account: Account): Promise<void>;
  succeeded(account: Account): Promise<void>;
  /** The password was right, and a code is asked for next. Only the address stays counted. */
  isHalfDone(): Promise<void>;
};

/**
 * Counts a password attempt before it is made, so that parallel attempts count too; throws when there
 * were too many. The IP is counted first: a blocked IP leaves no trace of the e-mail addresses it
 * tries. From a network where the owner has logged in before, only attempts from there count, so that
 * nobody else can lock the owner out. Who only claims the address is not its owner where it can be
 * confirmed: a stranger who signed up with it gets no attempts back but that which succeeded.
 */
export async function countAttempt(
  { accounts, sessions, throttle, audit, mailIsOn, now, attempts }: Ports,
  { email, origin }: { email: string; origin: Origin },
): Promise<Attempt> {
  const ip = ipBucket(origin.ip, attempts.perIpMax);

  async function take(bucket: Bucket, what: string): Promise<void> {
    const { allowed, isFirstRefusal, resetsInMs } = await throttle.take(bucket, now());
    if (allowed) return;
    // Only the first refusal of a window is recorded, so that a flood does not fill the audit log.
    if (isFirstRefusal) {
      const subject = `throttle:${what}`;
      const refusal = { actor: UNKNOWN, action: 'session.throttled', subject, detail: origin };
      await audit.append(accountLine('', refusal, now()));
    }
    throw new AppError('TOO_MANY_REQUESTS', 'Too many password attempts', {
      retryAfterMs: resetsInMs,
    });
  }

  async function addressOrNetworkBucket(): Promise<Bucket> {
    const network = networkOf(origin.ip);
    const isKnownNetwork =
      network !== '' && (await sessions.wereOpenedFrom(network, { email, confirmed: mailIsOn }));
    return isKnownNetwork
      ? knownNetworkBucket(email, network, attempts.perAddressMax)
      : addressBucket(email, attempts.perAddressMax);
  }

  if (ip) await take(ip, 'ip');
  const address = await addressOrNetworkBucket();
  await take(address, 'address');
  return {
    passwordIsRight: ({ id }) => take(rightPasswordBucket(id), 'right-password'),
    async isHalfDone() {
      if (ip) await throttle.giveBack(ip);
    },
    async succeeded(account) {
      const first = await accounts.findCredentials({ email });
      const isOwner = first?.account.id === account.id && (account.emailConfirmedAt || !mailIsOn);
      await (isOwner ? throttle.forget(address) : throttle.giveBack(address));
      if (ip) await throttle.giveBack(ip);
    },
  };
}

type CodeAttempt = { readonly account: { id: string }; readonly origin: Origin };

/**
 * Counts a code before it is checked, and throws when too many were wrong. Networks from which the
 * owner has logged in before have a count of their own, so that nobody else can lock the owner out.
 */
export async function countCode(
  { sessions, throttle, now }: Ports,
  { account, origin }: CodeAttempt,
): Promise<{ succeeded(): Promise<void> }> {
  const network = networkOf(origin.ip);
  const isKnown = network !== '' && (await sessions.wereOpenedFrom(network, account));
  const bucket = codeBucket(account.id, isKnown ? network : '');
  await countOrRefuse({ throttle, now }, bucket, 'Too many wrong codes');
  return { succeeded: () => throttle.forget(bucket) };
}

/** Throws when there were too many. */
export async function countOrRefuse(
  { throttle, now }: Pick<Ports, 'throttle' | 'now'>,
  bucket: Bucket | null,
  message: string,
): Promise<void> {
  if (!bucket) return;
  const { allowed, resetsInMs } = await throttle.take(bucket, now());
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterMs: resetsInMs });
}

type Input = { readonly accountId: string; readonly code: string };

/**
 * Judges the code that was given with a password. It runs in the transaction that acts on the result,
 * so that each code is accepted once.
 */
export async function checkFactor(
  { vault, totp, now }: Ports,
  { twoFactors }: Pick<Stores, 'twoFactors'>,
  { accountId, code }: Input,
): Promise<Factor> {
  const known = await twoFactors.find(accountId);
  if (!known?.confirmedAt) return 'none';
  if (code === '') return 'missing';
  const typed = parseCode(code);
  if (!typed) return 'wrong';
  if (typed.kind === 'recovery_code') {
    const digests = vault.codeDigests(accountId, typed.text);
    return (await twoFactors.takeRecoveryCode(accountId, digests)) ? typed.kind : 'wrong';
  }
  const secret = vault.open(twoFactorRow(accountId), known.sealedSecret);
  const step = totp.stepOf(secret, typed.digits, now());
  const isNew = step !== null && (await twoFactors.takeStep(accountId, step));
  return isNew ? typed.kind : 'wrong';
}
