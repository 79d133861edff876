import type { Ports } from '../ports.ts';

/** Gives the number removed, so that the caller knows whether to go on. */
export function removeLeftovers({ leftovers, now }: Pick<Ports, 'leftovers' | 'now'>) {
  return (): Promise<number> => leftovers.remove(now());
}
