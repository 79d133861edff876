import { FRESH, type Pace, paceAfter, roomAt, type Sign } from '../../domain/pace.ts';

/** Endpoints remembered; the one not heard of for longest is forgotten and starts afresh. */
const ENDPOINTS_MAX = 10_000;

export type Paces = {
  /** How many tries may be under way at an endpoint that nothing is known of. */
  readonly fresh: number;
  roomOf(endpointId: string): number;
  learn(endpointId: string, sign: Sign): void;
  /** Every endpoint with less room than an unknown one. */
  restricted(): Iterable<readonly [string, number]>;
};

/** What this process has learnt of each receiver, shared by its lanes. */
export function openPaces(now: () => number, chance: () => number): Paces {
  const known = new Map<string, Pace>();
  return {
    fresh: FRESH.limit,
    roomOf: (endpointId) => roomAt(known.get(endpointId) ?? FRESH, now()),
    learn(endpointId, sign) {
      const pace = paceAfter(known.get(endpointId) ?? FRESH, sign, {
        nowMs: now(),
        chance: chance(),
      });
      // Taken out first, so that it becomes the youngest.
      known.delete(endpointId);
      known.set(endpointId, pace);
      const [oldest] = known.size > ENDPOINTS_MAX ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    },
    *restricted() {
      const nowMs = now();
      for (const [endpointId, pace] of known) {
        const room = roomAt(pace, nowMs);
        if (room < FRESH.limit) yield [endpointId, room] as const;
      }
    },
  };
}
