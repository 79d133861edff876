import { causeOf } from './cause.ts';
import { delayBeforeNextTry, parseRetryAfter } from './retry-schedule.ts';

/** Milliseconds each phase took; null: it did not happen, for a kept connection for instance. */
export type Timings = {
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
};

/** What came of posting to a receiver. */
export type Answer = {
  readonly timings: Timings;
  /** The first kilobyte. */
  readonly responseBody: string;
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
      /** More than the kind of failure tells, in plain words. */
      readonly detail: string | null;
    }
);

/**
 * `blocked`: the host is none that we may call. `unopened`: our own secret for the endpoint could
 * not be read. In both cases nothing was sent.
 */
export type Failure =
  | 'timeout'
  | 'refused'
  | 'unresolved'
  | 'blocked'
  | 'insecure'
  | 'reset'
  | 'too_long'
  | 'malformed'
  | 'unopened';

export type Outcome = 'delivered' | 'gone' | 'redirected' | 'rejected' | Failure;

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

export type Limits = { readonly timeoutMs: number; readonly replyBytesMax: number };
type Moment = { readonly triesDone: number; readonly now: Date; readonly chance: number };

const GONE = 410;
const MAY_ASK_FOR_TIME = [429, 503];

/** What an answer means for the delivery; `triesDone` counts the try that was answered. */
export function judge(answer: Answer, moment: Moment, limits: Limits): Judgement {
  const outcome = outcomeOf(answer);
  const { statusCode } = answer;
  const cause = causeOf(answer, outcome, limits);
  return { outcome, statusCode, cause, verdict: verdictOf(answer, outcome, moment) };
}

/** What went wrong, in plain words; null: it was taken. */
export function causeOfFailure(answer: Answer, limits: Limits): string | null {
  return causeOf(answer, outcomeOf(answer), limits);
}

export function outcomeOf(answer: Answer): Outcome {
  if (answer.kind === 'failed') return answer.failure;
  const { statusCode } = answer;
  if (statusCode >= 200 && statusCode < 300) return 'delivered';
  if (statusCode >= 300 && statusCode < 400) return 'redirected';
  return statusCode === GONE ? 'gone' : 'rejected';
}

function verdictOf(answer: Answer, outcome: Outcome, moment: Moment): Verdict {
  if (outcome === 'delivered') return { next: 'delivered' };
  if (outcome === 'gone') return { next: 'hold' };
  const delayMs = delayBeforeNextTry(moment.triesDone, moment.chance, askedForMs(answer, moment));
  return delayMs === null ? { next: 'exhausted' } : { next: 'retry', delayMs };
}

function askedForMs(answer: Answer, { now }: Moment): number {
  if (answer.kind === 'failed' || !MAY_ASK_FOR_TIME.includes(answer.statusCode)) return 0;
  return parseRetryAfter(answer.retryAfter, now);
}
