import { halve, openBudget, tooManyPages, type Window } from './list-window.ts';
import {
  type ListedPage,
  type ListProblem,
  listSchema,
  type PixPage,
  toPage,
} from './listed-page.ts';
import { parseResponse } from './response.ts';
import { openParts } from './window-parts.ts';

/** Payments on a page. */
export const PAGE_SIZE = 1_000;
/** A window with more pages is halved, so that the memory for it stays bounded. */
const PAGES_MAX = 100;
/** Bounds the listing of a bank whose pages never end. */
const REQUESTS_MAX = 5_000;
const LISTINGS_MAX = 3;
const SAME_PAGE_ATTEMPTS_MAX = 3;
/** A list of unknown length ends after this many pages without new payments. */
const STALE_PAGES_MAX = 2;

export type ListLimits = { readonly pagesMax: number; readonly requestsMax: number };
const LIMITS: ListLimits = { pagesMax: PAGES_MAX, requestsMax: REQUESTS_MAX };

/** A trial is a part of a window that failed. */
type FetchPage = (window: Window, number: number, isTrial: boolean) => Promise<string>;

/**
 * Yields every payment of a window at least once. A fault of the list itself, such as a wrong count or
 * a part that cannot be read, is reported on a separate page and does not end the listing. It fails
 * when the bank is unavailable: when nothing can be read, or no longer what was readable before.
 */
export async function* listWindow(
  fetchPage: FetchPage,
  whole: Window,
  limits: ListLimits = LIMITS,
): AsyncGenerator<PixPage> {
  const budget = openBudget(limits.requestsMax);
  const parts = openParts(whole, async (part) => {
    parseResponse(listSchema, await fetchPage(part, 0, true));
  });
  for (const { window, isTrial } of parts) {
    const fetch = (number: number) => budget.spend(() => fetchPage(window, number, isTrial));
    const pagesReportedMax = halve(window) ? limits.pagesMax : Number.POSITIVE_INFINITY;
    try {
      yield* listOnce(fetch, { readMax: limits.pagesMax, pagesReportedMax });
      parts.wasRead(window);
    } catch (error) {
      await parts.failed(window, error, budget.isSpent());
    }
  }
  yield* await parts.unread();
}

type FetchNumber = (number: number) => Promise<string>;
type OnceOptions = {
  readonly readMax: number;
  readonly pagesReportedMax: number;
};

/** A listing with fewer payments than the bank counts is repeated, because pages shift while they are read. */
async function* listOnce(fetch: FetchNumber, options: OnceOptions): AsyncGenerator<PixPage> {
  const seen = new Set<string>();
  let counted: number | undefined;
  let size = 0;
  for (let listing = 1; listing <= LISTINGS_MAX; listing += 1) {
    const listed = new Set<string>();
    for await (const { items, total } of pagesOf(fetch, options, listed)) {
      counted = total ?? counted;
      const fresh = unseen(items, seen);
      if (fresh.length > 0) yield toPage(fresh);
    }
    size = listed.size;
    if (size >= (counted ?? 0)) break;
  }
  const problem = countProblem(counted ?? size, size, seen.size);
  if (problem) yield flagged(problem);
}

function countProblem(counted: number, listed: number, seen: number): ListProblem | null {
  if (listed > counted) return 'count-too-low';
  return listed === counted || seen === counted ? null : 'count-mismatch';
}

function unseen(items: ListedPage['items'], seen: Set<string>): ListedPage['items'] {
  return items.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** Adds each page to `listed`, and reads beyond the stated last page while payments are missing. */
async function* pagesOf(
  fetch: FetchNumber,
  { readMax, pagesReportedMax }: OnceOptions,
  listed: Set<string>,
): AsyncGenerator<ListedPage> {
  let stale = 0;
  for (let number = 0; number < readMax; number += 1) {
    const page = await rightPage(fetch, number);
    if (reportedPages(page) > pagesReportedMax) throw tooManyPages();
    const before = listed.size;
    for (const { key } of page.items) listed.add(key);
    yield page;
    stale = listed.size === before ? stale + 1 : 0;
    if (isEnd(page, { read: number + 1, readMax, listed: listed.size, stale })) return;
  }
  throw tooManyPages();
}

type Progress = {
  readonly read: number;
  readonly readMax: number;
  readonly listed: number;
  readonly stale: number;
};

/** Without a plausible number of pages the list ends at an empty page or after pages without new payments. */
function isEnd({ pages = 0, total = 0, items }: ListedPage, progress: Progress): boolean {
  const reported = pages <= progress.readMax ? pages : 0;
  if (items.length === 0) return true;
  if (progress.read < reported) return false;
  const isComplete = reported + total > 0 && progress.listed >= total;
  return isComplete || progress.stale === STALE_PAGES_MAX;
}

/** A stated number of further pages is ignored if this page is not full. */
function reportedPages({ pages = 0, size = PAGE_SIZE, items }: ListedPage): number {
  return items.length >= Math.min(PAGE_SIZE, size) ? pages : 0;
}

/** Repeats the request when the bank returns another page than requested. */
async function rightPage(fetch: FetchNumber, number: number): Promise<ListedPage> {
  for (let attempt = 1; ; attempt += 1) {
    const page = parseResponse(listSchema, await fetch(number));
    const isRight = page.number === undefined || page.number === number;
    if (isRight || attempt === SAME_PAGE_ATTEMPTS_MAX) return page;
  }
}

function flagged(problem: ListProblem): PixPage {
  return { payments: [], malformed: [], problem };
}
