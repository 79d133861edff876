import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Charge } from './charge.ts';

const { expiresInSecondsMin, expiresInSecondsMax } = LIMITS.charge;

/** A payment made in the last second needs time to show at the bank. */
const GRACE_MS = 60_000;

export function expiresInWithin(seconds: number): number {
  if (seconds < expiresInSecondsMin || seconds > expiresInSecondsMax) {
    throw fieldError(
      'expiresIn',
      `must be between ${expiresInSecondsMin} and ${expiresInSecondsMax} seconds`,
      { code: 'OUT_OF_RANGE', reason: 'expires_in_out_of_range' },
    );
  }
  return seconds;
}

/** From then on an unpaid charge may expire, once the bank has been asked. */
export function overdueAt({ expiresAt }: Pick<Charge, 'expiresAt'>): Date {
  return new Date(expiresAt.getTime() + GRACE_MS);
}

/** Banks may report a payment days after it was made. */
const ASK_AFTER_EXPIRY_MS = 7 * DAY_MS;

/** True while an expired charge may still turn out to be paid, so that the bank is asked when it is read. */
export function mayBePaidLate({ expiresAt }: Pick<Charge, 'expiresAt'>, now: Date): boolean {
  return now.getTime() < expiresAt.getTime() + ASK_AFTER_EXPIRY_MS;
}

const RETRY_MIN_MS = 5_000;
const RETRY_MAX_MS = 900_000;
const RETRY_SHARE_OF_OVERDUE = 60;

/**
 * When to ask about an overdue charge again after a bank that did not answer: soon, so that a bank that
 * is back expires it, and less often the longer it fails, at most every 15 minutes.
 */
export function retryCheckAt(charge: Pick<Charge, 'expiresAt'>, now: Date): Date {
  const overdueMs = now.getTime() - charge.expiresAt.getTime();
  const pauseMs = Math.max(RETRY_MIN_MS, overdueMs / RETRY_SHARE_OF_OVERDUE);
  return new Date(now.getTime() + Math.min(RETRY_MAX_MS, pauseMs));
}

export function isOverdue(charge: Pick<Charge, 'expiresAt'>, now: Date): boolean {
  return now >= overdueAt(charge);
}
