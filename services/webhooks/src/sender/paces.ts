import type { ClaimedDelivery } from '../domain/delivery.ts';
import {
  type Answer,
  FRESH,
  limitAt,
  type Pace,
  paceAfter,
  paceAfterOther,
  type Signal,
} from '../domain/pace.ts';

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
