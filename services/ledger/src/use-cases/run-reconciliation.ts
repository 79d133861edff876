import { DAY_MS } from '@entrada/platform/time/units';
import type { BankSource, Ports, Report } from '../ports.ts';
import { timeIn } from './audit-progress.ts';
import { reconcileBank } from './reconcile-bank.ts';
import { reconcileReturns } from './reconcile-returns.ts';
import type { Round } from './run-audit.ts';

type Needs = Pick<Ports, 'jobs' | 'books' | 'sources' | 'reportLate' | 'pause' | 'now' | 'audit'>;

/** The window is split, so that no list of the bank is longer than it can page through. */
const WINDOW_MAX_MS = 60 * 60_000;

/** A return can come this long after the payment; banks allow 90 days and need some more. */
const RETURNS_LOOK_BACK_MS = 100 * DAY_MS;
const RETURNS_SLICE_MS = 10 * DAY_MS;

/**
 * Once a day: the bank's list of payments since the last reconciliation, part by part, and at the end what
 * was returned of older payments, which the bank reports with those.
 */
export function runReconciliation(needs: Needs) {
  const { jobs, sources, now, audit } = needs;
  const reconcile = reconcileBank(needs);
  const returns = reconcileReturns(needs);

  const reconcileOlder = async (bank: BankSource, endMs: number, report: Report) => {
    for (let from = endMs - RETURNS_LOOK_BACK_MS; from < endMs; from += RETURNS_SLICE_MS) {
      const slice = { from: new Date(from), to: new Date(from + RETURNS_SLICE_MS) };
      for await (const page of bank.returnedOf(slice)) await returns.ofPayments(page, report);
    }
  };

  return async (report: Report): Promise<Round> => {
    const { bank } = sources;
    if (!bank) return { isMore: false, isDone: false };
    await using job = await jobs.take('reconcile');
    if (!job) return { isMore: false, isDone: false };
    const end = now().getTime() - audit.lagMs;
    const from = timeIn(job.progress?.watermark) ?? new Date(end - DAY_MS);
    const to = new Date(Math.max(from.getTime(), Math.min(end, from.getTime() + WINDOW_MAX_MS)));
    const isMore = to.getTime() < end;
    if (to > from) await reconcile({ from, to }, report);
    if (!isMore) await reconcileOlder(bank, end, report);
    const progress = { watermark: to.toISOString() };
    await job.finish({ everyMs: isMore ? 0 : DAY_MS, progress });
    return { isMore, isDone: true };
  };
}
