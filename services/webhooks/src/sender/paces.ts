import { FRESH, limitAt, type Pace, paceAfter, type Signal } from '../domain/pace.ts';
import type { ClaimedDelivery } from '../ports.ts';

/** Endpoints remembered; the one used least recently is forgotten and starts again. */
const ENDPOINTS_MAX = 10_000;

export type Paces = {
  /** The limit of an endpoint that nothing is known of. */
  readonly fresh: number;
  /** How many attempts may be under way at an endpoint now. */
  limitOf(endpointId: string): number;
  learn(endpointId: string, signal: Signal): void;
  /** The endpoints with a lower limit than an unknown one, each with its limit. */
  restricted(): Iterable<readonly [string, number]>;
};

/** Those of both lanes. */
export type LanePaces = {
  readonly firstAttempts: Paces;
  readonly retries: Paces;
  learn(delivery: Attempted, signal: Signal): void;
};

type Attempted = Pick<ClaimedDelivery, 'endpointId' | 'attemptsDone'>;

/**
 * An answer counts in both lanes, a missing one only in its own: if it counted in both, the lane that claims more often
 * would use up the single attempt after every rest, and the other would get none while the receiver is dead.
 */
export function openLanePaces(now: () => number, random: () => number): LanePaces {
  const firstAttempts = openPaces(now, random);
  const retries = openPaces(now, random);
  return {
    firstAttempts,
    retries,
    learn({ endpointId, attemptsDone }, signal) {
      const own = attemptsDone > 0 ? retries : firstAttempts;
      const learning = signal === 'unanswered' ? [own] : [firstAttempts, retries];
      for (const paces of learning) paces.learn(endpointId, signal);
    },
  };
}

/** What a lane of this process has learnt of each receiver. */
function openPaces(now: () => number, random: () => number): Paces {
  const known = new Map<string, Pace>();
  /** Kept apart, so that a claim need not look through all that are known. */
  const restricted = new Set<string>();
  const limitOf = (endpointId: string) => limitAt(known.get(endpointId) ?? FRESH, now());

  function forgetOldest(): void {
    const [oldest] = known.keys();
    if (oldest === undefined) return;
    known.delete(oldest);
    restricted.delete(oldest);
  }

  return {
    fresh: FRESH.limit,
    limitOf,
    learn(endpointId, signal) {
      const pace = paceAfter(known.get(endpointId) ?? FRESH, signal, {
        nowMs: now(),
        random: random(),
      });
      // Deleted first, so that it becomes the most recently used.
      known.delete(endpointId);
      known.set(endpointId, pace);
      if (pace.limit < FRESH.limit || pace.restUntilMs !== null) restricted.add(endpointId);
      else restricted.delete(endpointId);
      if (known.size > ENDPOINTS_MAX) forgetOldest();
    },
    *restricted() {
      for (const endpointId of restricted) yield [endpointId, limitOf(endpointId)] as const;
    },
  };
}
