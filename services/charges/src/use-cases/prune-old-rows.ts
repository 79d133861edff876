import type { Ports } from '../ports.ts';

const EVERY_MS = 60_000;

/** Removes what nobody needs any more. */
export function pruneOldRows({ jobs, prune }: Pick<Ports, 'jobs' | 'prune'>) {
  return async (): Promise<boolean> => {
    await using job = await jobs.take('prune');
    if (!job) return false;
    await prune();
    await job.finish({ everyMs: EVERY_MS });
    return false;
  };
}
