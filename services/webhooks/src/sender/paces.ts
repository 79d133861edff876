import type { ClaimedDelivery } from '../domain/delivery.ts';

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
type Answer = 'quick' | 'slow';
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
function paceAfterOther({ limit }: Pace, signal: Answer): Pace {
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

/** Endpoints that each lane remembers; the one used least recently is forgotten and starts again. */
const ENDPOINTS_MAX = 10_000;

type PacedDelivery = Pick<ClaimedDelivery, 'endpointId' | 'attemptsDone'>;

/**
 * The paces of both lanes. An answer ends the rest of an endpoint in both, a missing one counts only in its own lane: if
 * it counted in both, the lane that claims more often would use up the single attempt after every rest, and the other
 * would get none while the receiver is dead.
 */
export function openLanePaces(now: () => number, random: () => number) {
  const firstAttempts = openPaces(now, random);
  const retries = openPaces(now, random);
  return {
    firstAttempts,
    retries,
    learn({ endpointId, attemptsDone }: PacedDelivery, signal: Signal): void {
      const [own, other] = attemptsDone > 0 ? [retries, firstAttempts] : [firstAttempts, retries];
      own.learn(endpointId, signal);
      if (signal !== 'unanswered') other.learnFromOther(endpointId, signal);
    },
  };
}

export type Paces = Omit<ReturnType<typeof openPaces>, 'learn' | 'learnFromOther'>;

/** What a lane of this process has learnt of each receiver. */
function openPaces(now: () => number, random: () => number) {
  const known = new Map<string, Pace>();
  /** Kept apart, so that a claim need not look through all that are known. */
  const restricted = new Set<string>();
  const limitOf = (endpointId: string) => limitAt(known.get(endpointId) ?? FRESH, now());

  function remember(endpointId: string, pace: Pace): void {
    // Deleted first, so that it becomes the most recently used.
    known.delete(endpointId);
    known.set(endpointId, pace);
    if (pace.limit < FRESH.limit || pace.restUntilMs !== null) restricted.add(endpointId);
    else restricted.delete(endpointId);
    if (known.size > ENDPOINTS_MAX) forgetOldest();
  }

  function forgetOldest(): void {
    const [oldest] = known.keys();
    if (oldest === undefined) return;
    known.delete(oldest);
    restricted.delete(oldest);
  }

  return {
    /** The limit of an endpoint that nothing is known of. */
    fresh: FRESH.limit,
    /** How many attempts may be under way at an endpoint now. */
    limitOf,
    learn(endpointId: string, signal: Signal): void {
      const moment = { nowMs: now(), random: random() };
      remember(endpointId, paceAfter(known.get(endpointId) ?? FRESH, signal, moment));
    },
    /** From an answer in the other lane. */
    learnFromOther(endpointId: string, signal: Answer): void {
      const pace = known.get(endpointId);
      if (pace) remember(endpointId, paceAfterOther(pace, signal));
    },
    /** The endpoints with a lower limit than an unknown one, each with its limit. */
    *restricted() {
      for (const endpointId of restricted) yield [endpointId, limitOf(endpointId)] as const;
    },
  };
}
