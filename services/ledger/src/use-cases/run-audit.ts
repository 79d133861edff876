import { DAY_MS } from '@entrada/platform/time/units';
import { hourAfter } from '../domain/holder-hour.ts';
import { partsOf, type Window } from '../domain/statement.ts';
import type { BankSource, Ports, Report } from '../ports.ts';
import {
  auditBooks,
  auditHolds,
  auditHours,
  booksPlaceIn,
  progressOf,
  timeIn,
  verifyLedger,
} from './audit-books.ts';
import { auditCharges } from './audit-charges.ts';
import { auditEvents } from './audit-events.ts';
import { reconcileBank, reconcileReturns } from './reconcile-bank.ts';

type Needs = Pick<
  Ports,
  | 'chain'
  | 'checkpoints'
  | 'signatureProblem'
  | 'books'
  | 'publishedEvents'
  | 'sources'
  | 'reportLate'
  | 'pause'
  | 'now'
  | 'idOf'
>;
type JobNeeds = Needs & Pick<Ports, 'jobs' | 'audit'>;

/** What one round looks at, at most; what is left comes in the next one. */
const WINDOW_MAX_MS = 30 * 60_000;
/** Before the first credit there may have been charges that should have had one. */
const BEFORE_FIRST_MS = 60 * 60_000;

type Round = { readonly isMore: boolean; readonly isDone: boolean };

type Progress = Readonly<Record<string, unknown>>;

/** One round of the auditor: the next window of time against every source, and the next part of the books. */
export function runAudit(needs: Omit<JobNeeds, 'reportLate' | 'pause' | 'idOf'>) {
  const { jobs, books, now, audit } = needs;
  const checks = [auditCharges(needs), auditEvents(needs), auditHolds(needs)];
  const compareHours = auditHours(needs);
  const walkBooks = auditBooks(needs);

  async function nextWindow(progress: Progress): Promise<Window> {
    const end = now().getTime() - audit.lagMs;
    const first = (await books.firstAt())?.getTime() ?? end;
    const from = timeIn(progress.watermark) ?? new Date(Math.min(first - BEFORE_FIRST_MS, end));
    const to = Math.max(from.getTime(), Math.min(end, from.getTime() + WINDOW_MAX_MS));
    return { from, to: new Date(to) };
  }

  /** Hours that the totals do not have yet are compared in a later round. Returns how far it came. */
  async function auditHoursOnce(from: Date, to: Date, report: Report): Promise<Date> {
    const end = new Date(Math.min(to.getTime(), (await books.hoursAsOf()).getTime()));
    if (end <= from) return from;
    await compareHours({ from, to: end }, report);
    return end;
  }

  return async (report: Report): Promise<Round> => {
    await using job = await jobs.take('audit');
    if (!job) return { isMore: false, isDone: false };
    const progress = job.progress ?? {};
    const window = await nextWindow(progress);
    if (window.to > window.from) {
      for (const check of checks) await check(window, report);
    }
    const hoursFrom = timeIn(progress.hours) ?? window.from;
    const hours = await auditHoursOnce(hoursFrom, window.to, report);
    const lastEntryId = await books.lastEntryId();
    const linksMax = linksOfRound(lastEntryId, progress);
    const place = await walkBooks(booksPlaceIn(progress.books), linksMax, report);
    const isMore = window.to.getTime() - window.from.getTime() === WINDOW_MAX_MS;
    const everyMs = isMore ? 0 : audit.everyMs;
    await job.finish({
      everyMs,
      progress: { watermark: window.to, hours, lastEntryId, books: progressOf(place) },
    });
    return { isMore, isDone: true };
  };
}

const LINKS_MIN = 1_000;
const OLD_LINKS_MAX = 20_000;
const NEW_LINKS_MAX = 200_000;

/**
 * How many links a round walks: a part of the books, so that small ones cost little, and one for each entry since the last
 * round. New links have more entries than one, so every walk comes to its end however fast the books grow.
 */
function linksOfRound(lastEntryId: number, { lastEntryId: before }: Progress): number {
  const isKnown = typeof before === 'number' && before < lastEntryId;
  const added = isKnown ? lastEntryId - before : 0;
  return (
    Math.min(OLD_LINKS_MAX, LINKS_MIN + Math.floor(lastEntryId / 100)) +
    Math.min(NEW_LINKS_MAX, added)
  );
}

/** The window is split, so that no list of the bank is longer than it can page through. */
const BANK_WINDOW_MAX_MS = 60 * 60_000;

/** A return can come this long after the payment; banks allow 90 days and need some more. */
const RETURNS_LOOK_BACK_MS = 100 * DAY_MS;
const RETURNS_SLICE_MS = 10 * DAY_MS;

/**
 * Once a day: the bank's list of payments since the last reconciliation, part by part, and at the end what
 * was returned of older payments, which the bank reports with those.
 */
export function runReconciliation(
  needs: Pick<
    JobNeeds,
    'jobs' | 'books' | 'sources' | 'reportLate' | 'pause' | 'idOf' | 'now' | 'audit'
  >,
) {
  const { jobs, sources, now, audit } = needs;
  const reconcile = reconcileBank(needs);
  const returns = reconcileReturns(needs);

  /** The latest payments come first: banks refuse, or fail at, old ones. */
  const reconcileOlder = async (bank: BankSource, endMs: number, report: Report) => {
    for (let to = endMs; to > endMs - RETURNS_LOOK_BACK_MS; to -= RETURNS_SLICE_MS) {
      const slice = { from: new Date(to - RETURNS_SLICE_MS), to: new Date(to) };
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
    const to = new Date(
      Math.max(from.getTime(), Math.min(end, from.getTime() + BANK_WINDOW_MAX_MS)),
    );
    const isMore = to.getTime() < end;
    if (to > from) await reconcile({ from, to }, report);
    if (!isMore) await reconcileOlder(bank, end, report);
    const progress = { watermark: to.toISOString() };
    await job.finish({ everyMs: isMore ? 0 : DAY_MS, progress });
    return { isMore, isDone: true };
  };
}

type AuditResult = {
  readonly accounts: number;
  readonly links: number;
  /** Later than asked when nothing was booked before. */
  readonly from: Date;
  /** Whose address is not set. */
  readonly notCompared: readonly string[];
};

/** Every check of the auditor, at once and over a whole window; stores no progress. */
export function auditInFull(needs: Needs) {
  const { books } = needs;
  const checks = [auditCharges(needs), auditEvents(needs), auditHolds(needs), reconcileBank(needs)];
  const compareHours = auditHours(needs);

  return async ({ from: asked, to }: Window, report: Report): Promise<AuditResult> => {
    const { accounts, links } = await verifyLedger(needs)(report);
    const from = later(asked, await beginning(to));
    for (const window of partsOf({ from, to })) {
      for (const check of checks) await check(window, report);
    }
    // With the hour that is under way.
    await compareHours({ from, to: hourAfter(to) }, report);
    const { charges, events, bank } = needs.sources;
    const notCompared = Object.entries({ charges, events, bank })
      .filter(([, source]) => source === null)
      .map(([name]) => name);
    return { accounts, links, from, notCompared };
  };

  /** Skips the time before the first booking, except for the last day of it, in which a credit may be missing. */
  async function beginning(to: Date): Promise<Date> {
    const first = (await books.firstAt()) ?? to;
    return new Date(Math.min(first.getTime(), to.getTime()) - DAY_MS);
  }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
