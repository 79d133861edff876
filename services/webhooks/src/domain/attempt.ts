import { causeOf } from './cause.ts';
import {
  type Judgement,
  type Limits,
  type Outcome,
  outcomeOf,
  type PostResult,
  type Verdict,
} from './post-result.ts';
import { delayBeforeNextAttempt, parseRetryAfter } from './retry-schedule.ts';

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
