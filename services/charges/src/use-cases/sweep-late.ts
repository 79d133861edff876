import { lateSlice, slicePauseMs } from '../domain/sweep-window.ts';
import type { Ports } from '../ports.ts';
import { takeInPage } from './take-in-page.ts';

type Needs = Pick<
  Ports,
  | 'charges'
  | 'payments'
  | 'unclear'
  | 'bank'
  | 'ledger'
  | 'transact'
  | 'now'
  | 'metrics'
  | 'jobs'
  | 'lateSweep'
>;

/** Takes in payments that the bank lists hours or days late, one slice of the last days at a time. */
export function sweepLate({ jobs, lateSweep, ...needs }: Needs) {
  const takeIn = takeInPage(needs);
  const { days, passMs } = lateSweep;
  const everyMs = slicePauseMs(days, passMs);
  return async (): Promise<boolean> => {
    await using job = await jobs.take('late-sweep');
    if (!job) return false;
    const { from, to } = lateSlice(job.progress, needs.now(), days);
    for await (const page of needs.bank.paymentsBetween(from, to)) await takeIn(page);
    await job.finish({ everyMs, progress: to });
    return false;
  };
}
