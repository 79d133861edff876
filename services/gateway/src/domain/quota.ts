import { AppError } from '@entrada/platform/errors/app-error';
import type { Caller } from './caller.ts';

/** The state of a rate limit. */
export type Quota = {
  readonly scope: 'key' | 'account' | 'failed_key' | 'public' | 'callback';
  /** The limit, in the syntax of the RateLimit-Policy header. */
  readonly policy: string;
  readonly remaining: number;
  readonly resetMs: number;
  readonly isExceeded: boolean;
};

export type LimitPorts = {
  /** Counts one request of a key and of its account, or of the dashboard. Returns the limit that refuses it, else the key's. */
  readonly countUse: (caller: Caller) => Promise<Quota>;
  readonly countFailedKey: (ip: string) => Promise<void>;
  /** The exhausted limit of wrong keys and sessions from this address; null: they are checked. */
  readonly failedKeyBlock: (ip: string) => Quota | null;
  readonly countPublicUse: (ip: string) => Promise<Quota>;
  /** Counts one callback of the bank, whatever address it comes from. */
  readonly countCallback: () => Promise<Quota>;
};

/** The error says when the limit resets. */
export function requireQuota(quota: Quota): void {
  if (!quota.isExceeded) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many requests', {
    retryAfterMs: quota.resetMs,
  });
}
