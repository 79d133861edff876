import { keptSince } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';

/** A busy day's worth; what is left waits for the next round. */
const ROUNDS_MAX = 200;

type Needs = Pick<Ports, 'housekeeping' | 'now'>;

export function prune({ housekeeping, now }: Needs) {
  return async (): Promise<void> => {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if (!(await housekeeping.prune(keptSince(now())))) return;
    }
  };
}
