import { lateSlice, slicePauseMs } from '../domain/sweep-window.ts';
import type { Ports } from '../ports.ts';
import { type TakeInNeeds, takeInWindow } from './take-in-window.ts';

type Needs = TakeInNeeds & Pick<Ports, 'jobs' | 'lateSweep'>;

/** Takes in payments that the bank lists hours or days late, one slice of the last days at a time. */
export function sweepLate({ jobs, lateSweep, ...needs }: Needs) {
  const takeIn = takeInWindow(needs);
  const { days, passMs } = lateSweep;
  const everyMs = slicePauseMs(days, passMs);
  return async (): Promise<boolean> => {
    await using job = await jobs.take('late-sweep');
    if (!job) return false;
    const slice = lateSlice(job.progress, needs.now(), days);
    await takeIn.readOrSetAside(slice);
    await job.finish({ everyMs, progress: slice.to });
    return false;
  };
}
