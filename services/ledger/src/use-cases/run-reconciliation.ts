import type { Ports, Report } from '../ports.ts';
import { timeIn } from './audit-progress.ts';
import { reconcileBank } from './reconcile-bank.ts';
import type { Round } from './run-audit.ts';

type Needs = Pick<Ports, 'jobs' | 'books' | 'sources' | 'now' | 'audit'>;

const DAY_MS = 24 * 60 * 60_000;
/** Looked at in parts, so that no list of the bank grows beyond what it can page through. */
const WINDOW_MAX_MS = 60 * 60_000;

/** Once a day: the bank's own list of the time since the last one, part by part. */
export function runReconciliation(needs: Needs) {
  const { jobs, sources, now, audit } = needs;
  const reconcile = reconcileBank(needs);
  return async (report: Report): Promise<Round> => {
    if (!sources.bank) return { isMore: false, isDone: false };
    await using job = await jobs.take('reconcile');
    if (!job) return { isMore: false, isDone: false };
    const end = now().getTime() - audit.lagMs;
    const from = timeIn(job.progress?.watermark) ?? new Date(end - DAY_MS);
    const to = new Date(Math.min(end, from.getTime() + WINDOW_MAX_MS));
    if (to > from) await reconcile({ from, to }, report);
    const isMore = to.getTime() < end;
    const progress = { watermark: (to > from ? to : from).toISOString() };
    await job.finish({ everyMs: isMore ? 0 : DAY_MS, progress });
    return { isMore, isDone: true };
  };
}
