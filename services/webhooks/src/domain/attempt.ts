import { CAUSE_CODES, type CauseCode } from '@entrada/contracts/cause-codes';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@entrada/platform/time/units';

type Moment = { readonly attemptsDone: number; readonly now: Date; readonly random: number };

const MAY_ASK_FOR_TIME = [429, 503];

/** What a response means for the delivery; `attemptsDone` counts the attempt that was answered. */
export function judge(result: PostResult, moment: Moment, limits: Limits): Judgement {
  const outcome = outcomeOf(result);
  const { statusCode } = result;
  const cause = causeOf(result, outcome, limits);
  return { outcome, statusCode, cause, verdict: verdictOf(result, outcome, moment) };
}

function verdictOf(result: PostResult, outcome: Outcome, moment: Moment): Verdict {
  if (outcome === 'delivered') return { next: 'delivered' };
  if (outcome === 'gone') return { next: 'hold' };
  const delayMs = delayBeforeNextAttempt(
    moment.attemptsDone,
    moment.random,
    askedForMs(result, moment),
  );
  return delayMs === null ? { next: 'exhausted' } : { next: 'retry', delayMs };
}

function askedForMs(result: PostResult, { now }: Moment): number {
  if (result.kind === 'failed' || !MAY_ASK_FOR_TIME.includes(result.statusCode)) return 0;
  return parseRetryAfter(result.retryAfter, now);
}

/** What went wrong, for the owner of the receiver who has to fix it; null: it was delivered. */
function causeOf(result: PostResult, outcome: Outcome, limits: Limits): string | null {
  const { statusCode } = result;
  const detail = result.kind === 'failed' ? result.detail : null;
  switch (outcome) {
    case 'delivered':
      return null;
    case 'gone':
      return 'answered 410: the receiver says that it is gone for good';
    case 'redirected':
      return `answered ${statusCode}; we do not follow redirects`;
    case 'rejected':
      return `answered ${statusCode}`;
    case 'timeout':
      return detail ?? lateness(statusCode, limits.timeoutMs / 1_000);
    case 'refused':
      return detail ?? 'the connection was refused';
    case 'unresolved':
      return 'the host name does not resolve';
    case 'blocked':
      return detail ?? 'the host is not an allowed destination';
    case 'insecure':
      return detail ?? 'the TLS connection could not be trusted';
    case 'reset':
      return 'the connection was closed before the response was complete';
    case 'too_long':
      return `answered ${statusCode} with more than ${limits.responseBytesMax} bytes`;
    case 'malformed':
      return 'the response was not valid HTTP';
    case 'unopened':
      return 'the signing secret could not be read on our side; nothing was sent';
  }
}

function lateness(statusCode: number | null, seconds: number): string {
  return statusCode === null
    ? `no response within ${seconds} s`
    : `answered ${statusCode}, but the response did not end within ${seconds} s`;
}

/** Milliseconds each phase took; null: it did not happen, such as DNS on a reused connection. */
export type Timings = {
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
};

/** The result of posting to a receiver. */
export type PostResult = {
  readonly timings: Timings;
  /** The first kilobyte. */
  readonly responseBody: string;
  /** Header lines, masked and capped. */
  readonly responseHeaders: readonly string[];
} & (
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      readonly retryAfter: string | null;
    }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly statusCode: number | null;
      /** The cause in plain words, where more is known than the kind of failure. */
      readonly detail: string | null;
    }
);

/**
 * `blocked`: we may not call the host. `unopened`: the secret of the endpoint could not be decrypted.
 * In both cases nothing was sent.
 */
export type Failure = Exclude<CauseCode, 'gone' | 'redirected' | 'rejected'>;

export const OUTCOMES = ['delivered', ...CAUSE_CODES] as const;
type Outcome = (typeof OUTCOMES)[number];

/** `retry` leaves the delivery due again after a wait; `hold` keeps it until its endpoint is back. */
export type Verdict =
  | { readonly next: 'delivered' | 'exhausted' | 'hold' }
  | { readonly next: 'retry'; readonly delayMs: number };

export type Judgement = {
  readonly outcome: Outcome;
  readonly statusCode: number | null;
  readonly cause: string | null;
  readonly verdict: Verdict;
};

export type Limits = { readonly timeoutMs: number; readonly responseBytesMax: number };

const GONE = 410;

function outcomeOf(result: PostResult): Outcome {
  if (result.kind === 'failed') return result.failure;
  const { statusCode } = result;
  if (statusCode >= 200 && statusCode < 300) return 'delivered';
  if (statusCode >= 300 && statusCode < 400) return 'redirected';
  return statusCode === GONE ? 'gone' : 'rejected';
}

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
