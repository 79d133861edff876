import type { Ports } from '../ports.ts';
import { takeInPage } from './take-in-page.ts';

/** Payments show up late at a bank; each window reaches back this far into the one before. */
const OVERLAP_MS = 600_000;
/** A long absence is made up for in windows of this length. */
const WINDOW_MAX_MS = 86_400_000;

type Needs = Pick<
  Ports,
  | 'charges'
  | 'payments'
  | 'unclear'
  | 'bank'
  | 'transact'
  | 'now'
  | 'metrics'
  | 'jobs'
  | 'sweepEveryMs'
>;

/**
 * Lists what was paid to us, whoever was told of it, and confirms what we did not know. The cost
 * follows payments, not open charges. True when more time is left to sweep.
 */
export function sweepPayments({ jobs, sweepEveryMs, ...needs }: Needs) {
  const { bank, now } = needs;
  const takeIn = takeInPage(needs);
  return async (): Promise<boolean> => {
    // After a failure the same window is swept again; what was taken in counts all the same.
    await using job = await jobs.take('sweep', { retryAfterMs: sweepEveryMs });
    if (!job) return false;
    const window = nextWindow(job.progress, now());
    for await (const page of bank.paymentsBetween(window.from, window.to)) await takeIn(page);
    const everyMs = window.isLast ? sweepEveryMs : 0;
    await job.finish({ everyMs, progress: window.to });
    return !window.isLast;
  };
}

function nextWindow(watermark: Date | null, now: Date) {
  const nowMs = now.getTime();
  // The sandbox bank's clock can be set back.
  const sweptMs = Math.min(watermark?.getTime() ?? nowMs, nowMs);
  const toMs = Math.min(nowMs, sweptMs + WINDOW_MAX_MS);
  return {
    from: new Date(sweptMs - OVERLAP_MS),
    to: new Date(toMs),
    isLast: toMs === nowMs,
  };
}
