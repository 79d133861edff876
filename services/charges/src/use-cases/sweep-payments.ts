import { nextWindow } from '../domain/sweep-window.ts';
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
  | 'sweepEveryMs'
>;

/**
 * Lists what was paid to us, with or without a callback, and confirms what we did not know. The cost
 * follows payments, not open charges. True when more time is left to sweep.
 */
export function sweepPayments({ jobs, sweepEveryMs, ...needs }: Needs) {
  const { bank, now } = needs;
  const takeIn = takeInPage(needs);
  return async (): Promise<boolean> => {
    // After a failure the same window is swept again; what was taken in counts all the same.
    await using job = await jobs.take('sweep', { retryAfterMs: sweepEveryMs });
    if (!job) return false;
    const { from, to, sweptTo, isLast } = nextWindow(job.progress, now());
    for await (const page of bank.paymentsBetween(from, to)) await takeIn(page);
    await job.finish({ everyMs: isLast ? sweepEveryMs : 0, progress: sweptTo });
    return !isLast;
  };
}
