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

/** The error says when the limit resets. */
export function requireRoom(quota: Quota): void {
  if (!quota.isExceeded) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many requests', {
    retryAfterMs: quota.resetMs,
  });
}
