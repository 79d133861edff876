import type { Ports, Report, Window } from '../ports.ts';
import { auditBooks } from './audit-books.ts';
import { auditCharges } from './audit-charges.ts';
import { auditEvents } from './audit-events.ts';
import { auditHolds } from './audit-holds.ts';
import { auditHours } from './audit-hours.ts';
import { booksPlaceIn, type Progress, progressOf, timeIn } from './audit-progress.ts';

type Needs = Pick<
  Ports,
  'jobs' | 'chain' | 'signatureProblem' | 'books' | 'publishedEvents' | 'sources' | 'now' | 'audit'
>;

/** What one round looks at, at most; what is left comes in the next one. */
const WINDOW_MAX_MS = 30 * 60_000;
const LINKS_A_ROUND_MAX = 20_000;
/** Before the first credit there may have been charges that should have had one. */
const BEFORE_FIRST_MS = 60 * 60_000;

export type Round = { readonly isMore: boolean; readonly isDone: boolean };

/** One round of the auditor: the next window of time against every source, and the next part of the books. */
export function runAudit(needs: Needs) {
  const { jobs, books, now, audit } = needs;
  const checks = [auditCharges(needs), auditEvents(needs), auditHolds(needs), auditHours(needs)];
  const walkBooks = auditBooks(needs);

  async function nextWindow(progress: Progress | null): Promise<Window> {
    const end = now().getTime() - audit.lagMs;
    const first = (await books.firstAt())?.getTime() ?? end;
    const from = timeIn(progress?.watermark) ?? new Date(Math.min(first - BEFORE_FIRST_MS, end));
    const to = Math.max(from.getTime(), Math.min(end, from.getTime() + WINDOW_MAX_MS));
    return { from, to: new Date(to) };
  }

  return async (report: Report): Promise<Round> => {
    await using job = await jobs.take('audit');
    if (!job) return { isMore: false, isDone: false };
    const window = await nextWindow(job.progress);
    if (window.to > window.from) {
      for (const check of checks) await check(window, report);
    }
    const place = await walkBooks(booksPlaceIn(job.progress?.books), LINKS_A_ROUND_MAX, report);
    const isMore = window.to.getTime() - window.from.getTime() === WINDOW_MAX_MS;
    const everyMs = isMore ? 0 : audit.everyMs;
    await job.finish({ everyMs, progress: progressOf(window.to, place) });
    return { isMore, isDone: true };
  };
}
