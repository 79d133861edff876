import { nextWindow } from '../domain/sweep-window.ts';
import type { Ports } from '../ports.ts';
import { type TakeInNeeds, takeInWindow } from './take-in-window.ts';

type Needs = TakeInNeeds & Pick<Ports, 'jobs' | 'sweepEveryMs'>;

/**
 * Lists what was paid to us, with or without a callback, and confirms what we did not know. The cost
 * follows payments, not open charges. True while the sweep has not caught up with now.
 */
export function sweepPayments({ jobs, sweepEveryMs, ...needs }: Needs) {
  const takeIn = takeInWindow(needs);
  return async (): Promise<boolean> => {
    // While the bank is unavailable the same window is swept again; payments already stored are skipped.
    await using job = await jobs.take('sweep', { retryAfterMs: sweepEveryMs });
    if (!job) return false;
    const { sweptTo, isLast, ...window } = nextWindow(job.progress, needs.now());
    // The last window is never set aside: it is swept again until the bank lists it.
    await (isLast ? takeIn.read(window) : takeIn.readOrSetAside(window));
    await job.finish({ everyMs: isLast ? sweepEveryMs : 0, progress: sweptTo });
    return !isLast;
  };
}
