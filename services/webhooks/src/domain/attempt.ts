import { delayBeforeNextTry, parseRetryAfter } from './retry-schedule.ts';

/** What came of posting to a receiver. */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly statusCode: number;
      readonly retryAfter: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly statusCode: number | null };

/** `unopened`: our own secret for the endpoint could not be read, so nothing was sent. */
export type Failure =
  | 'timeout'
  | 'refused'
  | 'unresolved'
  | 'insecure'
  | 'reset'
  | 'too_long'
  | 'malformed'
  | 'unopened';

type Outcome = 'delivered' | 'gone' | 'redirected' | 'rejected' | Failure;

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

type Limits = { readonly timeoutMs: number; readonly replyBytesMax: number };
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

function outcomeOf(answer: Answer): Outcome {
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

function causeOf({ statusCode }: Answer, outcome: Outcome, limits: Limits): string | null {
  switch (outcome) {
    case 'delivered':
      return null;
    case 'gone':
      return 'answered 410: the endpoint is gone and was disabled';
    case 'redirected':
      return `answered ${statusCode}; we do not follow redirects`;
    case 'rejected':
      return `answered ${statusCode}`;
    case 'timeout':
      return `no complete answer within ${limits.timeoutMs / 1_000} s`;
    case 'refused':
      return 'the connection was refused';
    case 'unresolved':
      return 'the host name could not be resolved';
    case 'insecure':
      return 'the TLS connection could not be trusted';
    case 'reset':
      return 'the connection was closed before the answer was complete';
    case 'too_long':
      return `answered ${statusCode} with more than ${limits.replyBytesMax} bytes`;
    case 'malformed':
      return 'the answer was not valid HTTP';
    case 'unopened':
      return 'the signing secret could not be read on our side; nothing was sent';
  }
}
