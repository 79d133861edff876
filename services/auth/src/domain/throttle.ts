import { createHash } from 'node:crypto';

/** What tries are counted for: at most `max` in each window. Its key tells nothing to a reader. */
export type Bucket = { readonly key: Buffer; readonly max: number; readonly windowMs: number };

const LOG_IN_WINDOW_MS = 15 * 60_000;
const SIGN_UP_WINDOW_MS = 3_600_000;
const SIGN_UPS_PER_IP_MAX = 100;

/** Shared by log-in and password change: both guess the password of one account. */
export function addressBucket(email: string, max: number): Bucket {
  return { key: keyOf('address', email), max, windowMs: LOG_IN_WINDOW_MS };
}

/** For whoever tries from where the owner of the address has been: strangers cannot fill it. */
export function familiarBucket(email: string, network: string, max: number): Bucket {
  return { key: keyOf('familiar', `${network} ${email}`), max, windowMs: LOG_IN_WINDOW_MS };
}

/** Null when the IP is not known: then nobody shares a fate with strangers. */
export function ipBucket(ip: string, max: number): Bucket | null {
  return ip ? { key: keyOf('ip', networkOf(ip)), max, windowMs: LOG_IN_WINDOW_MS } : null;
}

export function signUpBucket(ip: string): Bucket | null {
  if (!ip) return null;
  const key = keyOf('sign-up', networkOf(ip));
  return { key, max: SIGN_UPS_PER_IP_MAX, windowMs: SIGN_UP_WINDOW_MS };
}

/** Whoever has one IPv6 address has the other 2^64 of its network. `ip` is in its full form. */
export function networkOf(ip: string): string {
  return ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip;
}

function keyOf(kind: string, what: string): Buffer {
  return createHash('sha256').update(`${kind}:${what}`).digest();
}
