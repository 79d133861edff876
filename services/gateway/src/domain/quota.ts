import { AppError } from '@entrada/platform/errors/app-error';

/** The state of a rate limit. */
export type Quota = {
  readonly scope: 'key' | 'account' | 'failed_key' | 'public' | 'callback';
  /** The limit, in the syntax of the RateLimit-Policy header. */
  readonly policy: string;
  readonly remaining: number;
  readonly resetMs: number;
  readonly isExceeded: boolean;
};

/** The error says when the limit resets. */
export function requireQuota(quota: Quota): void {
  if (!quota.isExceeded) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many requests', {
    retryAfterMs: quota.resetMs,
  });
}
