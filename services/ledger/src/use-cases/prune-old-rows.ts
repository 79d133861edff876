import type { Ports } from '../ports.ts';

const EVERY_MS = 5 * 60_000;

/** Removes what nobody needs any more. */
export function pruneOldRows({ jobs, prune }: Pick<Ports, 'jobs' | 'prune'>) {
  return async (): Promise<boolean> => {
    if (!(await jobs.take('prune'))) return false;
    await prune();
    await jobs.finish('prune', { everyMs: EVERY_MS, progress: {} });
    return false;
  };
}
