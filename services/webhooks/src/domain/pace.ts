/**
 * How many attempts of one lane may be under way at one endpoint. Quick responses raise the limit, slow ones lower
 * it, and attempts without a response halve it; after a few of those in a row the endpoint rests, then
 * gets a single attempt, then rests again for longer.
 */
export type Pace = {
  readonly limit: number;
  readonly unansweredInRow: number;
  /** Null: it does not rest. */
  readonly restUntilMs: number | null;
};

/** What an attempt shows about the endpoint. */
export type Signal = Answer | 'unanswered';
export type Answer = 'quick' | 'slow';
type Moment = { readonly nowMs: number; readonly random: number };

const LIMIT_FIRST = 8;
const LIMIT_MAX = 64;
const LIMIT_SLOW_MIN = 2;
const QUICK_MAX_MS = 1_000;
const UNANSWERED_MAX = 5;
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 30_000;
const REST_JITTER = 0.2;

export const FRESH: Pace = { limit: LIMIT_FIRST, unansweredInRow: 0, restUntilMs: null };

export function signalOf(wasAnswered: boolean, durationMs: number): Signal {
  if (!wasAnswered) return 'unanswered';
  return durationMs < QUICK_MAX_MS ? 'quick' : 'slow';
}

export function paceAfter(pace: Pace, signal: Signal, moment: Moment): Pace {
  switch (signal) {
    case 'quick':
      return answered(Math.min(LIMIT_MAX, pace.limit + 1));
    case 'slow':
      return answered(Math.max(Math.min(LIMIT_SLOW_MIN, pace.limit), pace.limit - 1));
    case 'unanswered': {
      // It was under way when the rest began, so it shows nothing new.
      if (pace.restUntilMs !== null && moment.nowMs < pace.restUntilMs) return pace;
      const unansweredInRow = pace.unansweredInRow + 1;
      const limit = Math.max(1, Math.floor(pace.limit / 2));
      return { limit, unansweredInRow, restUntilMs: restUntil(unansweredInRow, moment) };
    }
  }
}

/** After an answer in the other lane, which raises the limit to that of an unknown endpoint and no further. */
export function paceAfterOther({ limit }: Pace, signal: Answer): Pace {
  return answered(signal === 'quick' && limit < LIMIT_FIRST ? limit + 1 : limit);
}

/** How many attempts may be under way now. */
export function limitAt({ limit, restUntilMs }: Pace, nowMs: number): number {
  if (restUntilMs === null) return limit;
  return nowMs < restUntilMs ? 0 : 1;
}

function answered(limit: number): Pace {
  return { limit, unansweredInRow: 0, restUntilMs: null };
}

function restUntil(unansweredInRow: number, { nowMs, random }: Moment): number | null {
  const excess = unansweredInRow - UNANSWERED_MAX;
  if (excess < 0) return null;
  const restMs = Math.min(REST_MAX_MS, REST_FIRST_MS * 2 ** Math.min(excess, 10));
  return nowMs + restMs * (1 + REST_JITTER * (2 * random - 1));
}
