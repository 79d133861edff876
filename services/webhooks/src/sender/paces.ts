import { FRESH, type Pace, paceAfter, roomAt, type Sign } from '../domain/pace.ts';

/** Endpoints remembered; the one used least recently is forgotten and starts again. */
const ENDPOINTS_MAX = 10_000;

export type Paces = {
  /** How many attempts may be under way at an endpoint that nothing is known of. */
  readonly fresh: number;
  roomOf(endpointId: string): number;
  learn(endpointId: string, sign: Sign): void;
  /** Every endpoint with less room than an unknown one. */
  restricted(): Iterable<readonly [string, number]>;
};

/** What this process has learnt of each receiver, shared by its lanes. */
export function openPaces(now: () => number, chance: () => number): Paces {
  const known = new Map<string, Pace>();
  /** The few that every claim has to know of, so that none looks through all. */
  const restricted = new Set<string>();
  const roomOf = (endpointId: string) => roomAt(known.get(endpointId) ?? FRESH, now());

  function forgetOldest(): void {
    const [oldest] = known.keys();
    if (oldest === undefined) return;
    known.delete(oldest);
    restricted.delete(oldest);
  }

  return {
    fresh: FRESH.limit,
    roomOf,
    learn(endpointId, sign) {
      const pace = paceAfter(known.get(endpointId) ?? FRESH, sign, {
        nowMs: now(),
        chance: chance(),
      });
      // Taken out first, so that it becomes the youngest.
      known.delete(endpointId);
      known.set(endpointId, pace);
      if (pace.limit < FRESH.limit || pace.restUntilMs !== null) restricted.add(endpointId);
      else restricted.delete(endpointId);
      if (known.size > ENDPOINTS_MAX) forgetOldest();
    },
    *restricted() {
      for (const endpointId of restricted) yield [endpointId, roomOf(endpointId)] as const;
    },
  };
}
