import { AppError } from '@entrada/platform/errors/app-error';

/** How much of a limit is used up. */
export type Quota = {
  readonly scope: 'key' | 'failed_key' | 'public';
  /** The limit itself, as clients are told it. */
  readonly policy: string;
  readonly remaining: number;
  readonly resetMs: number;
  readonly isExceeded: boolean;
};

/** Carried by the error, so that whoever was refused can be told when to come back. */
export function requireRoom(quota: Quota): void {
  if (!quota.isExceeded) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many requests, slow down', {
    reason: 'rate_limited',
    cause: quota,
    retryAfterMs: quota.resetMs,
  });
}

export function isQuota(value: unknown): value is Quota {
  return typeof value === 'object' && value !== null && 'resetMs' in value;
}
