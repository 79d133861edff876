import { FRESH, limitAt, type Pace, paceAfter, type Signal } from '../domain/pace.ts';

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

/** What this process has learnt of each receiver, shared by its lanes. */
export function openPaces(now: () => number, random: () => number): Paces {
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
