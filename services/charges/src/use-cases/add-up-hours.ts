import type { Ports } from '../ports.ts';

const BATCH_SIZE_MAX = 5_000;

/** Adds new and paid charges to the totals of the hours in which they were created. True when there are more. */
export function addUpHours({ hours }: Pick<Ports, 'hours'>) {
  return async (): Promise<boolean> => (await hours.addChanges(BATCH_SIZE_MAX)) === BATCH_SIZE_MAX;
}
