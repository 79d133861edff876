import { DAY_MS, HOUR_MS, MINUTE_MS } from '@entrada/platform/time/units';

const SECOND_MS = 1_000;

/** Waits before the second attempt, the third and so on: ten attempts in about 75 hours. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const;

export const ATTEMPTS_MAX = DELAYS_MS.length + 1;
/** Spreads the retries of events that failed together. */
const JITTER = 0.2;
/** A receiver cannot put a retry off for longer than this. */
const RETRY_AFTER_MAX_MS = DAY_MS;

/**
 * How long to wait after `attemptsDone` failures; null when none is left. `random` is in [0, 1).
 * A receiver may ask for more time, never for less: asking often must not use up the attempts.
 */
export function delayBeforeNextAttempt(
  attemptsDone: number,
  random: number,
  askedForMs = 0,
): number | null {
  const delayMs = DELAYS_MS[attemptsDone - 1];
  if (delayMs === undefined) return null;
  const spreadMs = delayMs * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(spreadMs, Math.min(askedForMs, RETRY_AFTER_MAX_MS)));
}

/** When a delivery would be attempted if every attempt failed, the next one first; jitter left out. */
export function plannedAttempts(attemptsDone: number, dueAt: Date): Date[] {
  const planned = [dueAt];
  let atMs = dueAt.getTime();
  for (const delayMs of DELAYS_MS.slice(attemptsDone)) {
    atMs += delayMs;
    planned.push(new Date(atMs));
  }
  return planned;
}

const SECONDS = /^\d{1,10}$/;

/** The wait a `Retry-After` header asks for: a number of seconds or a date. A malformed one asks for none. */
export function parseRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0;
  const text = header.trim();
  if (SECONDS.test(text)) return Number(text) * SECOND_MS;
  const waitMs = Date.parse(text) - now.getTime();
  return Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs);
}
