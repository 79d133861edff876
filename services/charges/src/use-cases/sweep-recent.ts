import { recentWindow } from '../domain/sweep-window.ts';
import type { Ports } from '../ports.ts';
import { type TakeInNeeds, takeInWindow } from './take-in-window.ts';

/** A wide window costs more than the sweep's own, so it is listed less often. */
const EVERY_MIN_MS = 60_000;

type Needs = TakeInNeeds & Pick<Ports, 'jobs' | 'sweepEveryMs'>;

/** Takes in payments that the bank stamps with a time that the sweep has passed: its clock is behind. */
export function sweepRecent({ jobs, sweepEveryMs, ...needs }: Needs) {
  const takeIn = takeInWindow(needs);
  return async (): Promise<boolean> => {
    await using job = await jobs.take('recent-sweep');
    if (!job) return false;
    await takeIn.read(recentWindow(needs.now()));
    await job.finish({ everyMs: Math.max(EVERY_MIN_MS, sweepEveryMs) });
    return false;
  };
}
