import {
  type Answer,
  type Judgement,
  type Limits,
  type Outcome,
  outcomeOf,
  type Verdict,
} from './answer.ts';
import { causeOf } from './cause.ts';
import { delayBeforeNextAttempt, parseRetryAfter } from './retry-schedule.ts';

type Moment = { readonly attemptsDone: number; readonly now: Date; readonly random: number };

const MAY_ASK_FOR_TIME = [429, 503];

/** What an answer means for the delivery; `attemptsDone` counts the attempt that was answered. */
export function judge(answer: Answer, moment: Moment, limits: Limits): Judgement {
  const outcome = outcomeOf(answer);
  const { statusCode } = answer;
  const cause = causeOf(answer, outcome, limits);
  return { outcome, statusCode, cause, verdict: verdictOf(answer, outcome, moment) };
}

function verdictOf(answer: Answer, outcome: Outcome, moment: Moment): Verdict {
  if (outcome === 'delivered') return { next: 'delivered' };
  if (outcome === 'gone') return { next: 'hold' };
  const delayMs = delayBeforeNextAttempt(
    moment.attemptsDone,
    moment.random,
    askedForMs(answer, moment),
  );
  return delayMs === null ? { next: 'exhausted' } : { next: 'retry', delayMs };
}

function askedForMs(answer: Answer, { now }: Moment): number {
  if (answer.kind === 'failed' || !MAY_ASK_FOR_TIME.includes(answer.statusCode)) return 0;
  return parseRetryAfter(answer.retryAfter, now);
}
