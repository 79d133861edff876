import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';

/** What attempts are counted for: at most `max` per window. The key is a hash: it reveals no address. */
export type Bucket = { readonly key: Buffer; readonly max: number; readonly windowMs: number };

export type AttemptQuota = {
  readonly allowed: boolean;
  readonly isFirstRefusal: boolean;
  /** Until the window ends. */
  readonly resetsInMs: number;
};

const LOG_IN_WINDOW_MS = 15 * 60_000;
const RIGHT_PASSWORDS_MAX = 100;
/** Of a million codes three are valid at a time: this many guesses a day find none in years. */
const WRONG_CODES_MAX = 20;
const CODE_WINDOW_MS = DAY_MS;
const RESETS_PER_IP_MAX = 100;
const RESETS_PER_ADDRESS_MAX = 5;
const CONFIRMATIONS_MAX = 5;
const SIGN_UP_WINDOW_MS = 3_600_000;
const SIGN_UPS_PER_IP_MAX = 100;
const SIGN_UPS_PER_ADDRESS_MAX = 10;

/** Shared by log-in and password change: both guess the password of one account. */
export function addressBucket(email: string, max: number): Bucket {
  return { key: keyOf('address', email), max, windowMs: LOG_IN_WINDOW_MS };
}

/** For attempts from a network where the owner has logged in before: others cannot fill it. */
export function knownNetworkBucket(email: string, network: string, max: number): Bucket {
  return { key: keyOf('known-network', `${network} ${email}`), max, windowMs: LOG_IN_WINDOW_MS };
}

/** Right passwords: each is a permanent line of the audit log. */
export function rightPasswordBucket(accountId: string): Bucket {
  return { key: keyOf('right-password', accountId), max: RIGHT_PASSWORDS_MAX, windowMs: HOUR_MS };
}

/** Wrong codes of the second factor, by known network or from anywhere else. */
export function codeBucket(accountId: string, network: string): Bucket {
  const key = keyOf('code', `${network} ${accountId}`);
  return { key, max: WRONG_CODES_MAX, windowMs: CODE_WINDOW_MS };
}

/** Null when the IP is unknown: otherwise all such requests would share one limit. */
export function ipBucket(ip: string, max: number): Bucket | null {
  return ip ? { key: keyOf('ip', networkOf(ip)), max, windowMs: LOG_IN_WINDOW_MS } : null;
}

export function signUpBucket(ip: string): Bucket | null {
  if (!ip) return null;
  const key = keyOf('sign-up', networkOf(ip));
  return { key, max: SIGN_UPS_PER_IP_MAX, windowMs: SIGN_UP_WINDOW_MS };
}

/** Sign-ups with one address that are mailed about and that may open its account. */
export function signUpAddressBucket(email: string): Bucket {
  const key = keyOf('sign-up-address', email);
  return { key, max: SIGN_UPS_PER_ADDRESS_MAX, windowMs: SIGN_UP_WINDOW_MS };
}

/** Requests for a new password; null when the IP is unknown. */
export function resetIpBucket(ip: string): Bucket | null {
  if (!ip) return null;
  return { key: keyOf('reset-ip', networkOf(ip)), max: RESETS_PER_IP_MAX, windowMs: HOUR_MS };
}

export function resetAddressBucket(email: string): Bucket {
  return { key: keyOf('reset-address', email), max: RESETS_PER_ADDRESS_MAX, windowMs: HOUR_MS };
}

export function confirmationBucket(accountId: string): Bucket {
  return { key: keyOf('confirmation', accountId), max: CONFIRMATIONS_MAX, windowMs: HOUR_MS };
}

/** An IPv6 client controls all 2^64 addresses of its /64 network. `ip` is in its full form. */
export function networkOf(ip: string): string {
  return ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip;
}

function keyOf(kind: string, what: string): Buffer {
  return createHash('sha256').update(`${kind}:${what}`).digest();
}
