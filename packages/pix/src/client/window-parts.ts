import {
  halve,
  isTooManyPages,
  listable,
  mayBeAboutWindow,
  WINDOW_MIN_MS,
  type Window,
} from './list-window.ts';
import type { ListProblem, PixPage, UnreadWindow } from './listed-page.ts';
import type { PixError } from './pix-error.ts';

/** After this many failures in a row the bank itself may be unavailable: whole, halves and quarters failed. */
const FAILURES_MAX = 7;
/** A bank that rejects a long window is available: enough to halve 100 days down to a second. */
const REJECTIONS_MAX = 24;

type Part = { readonly window: Window; readonly isTrial: boolean };
type Unread = UnreadWindow & { readonly problem: ListProblem };

/**
 * The parts of a window that are still to be listed. A part that fails is halved, down to one second,
 * after the other parts were listed, so that a readable one soon shows that the bank is available.
 * `read` fails when a part cannot be read.
 */
export function openParts(whole: Window, read: (part: Window) => Promise<void>) {
  let remaining: Part[] = listable(whole).map((window) => ({ window, isTrial: false }));
  const skipped: Unread[] = [];
  let readable: Window | undefined;
  let failures = 0;
  let shortestMs = WINDOW_MIN_MS;

  const skip = (problem: ListProblem, { message }: PixError, ...windows: Window[]): void => {
    const unread = windows.map((window) => ({ ...wholeSeconds(window), problem, reason: message }));
    skipped.push(...unread);
  };
  const halveOrSkip = (problem: ListProblem, error: PixError, window: Window): void => {
    const halves = lengthMs(window) > shortestMs ? halve(window) : null;
    const parts = halves?.map((half) => ({ window: half, isTrial: true })) ?? [];
    if (!halves) skip(problem, error, window);
    // The bank accepts shorter windows, if any: these come first, and show that it is available.
    if (error.kind === 'rejected') remaining.unshift(...parts);
    else remaining.push(...parts);
  };
  /**
   * Fails when the bank is unavailable: then its failures say nothing about the windows. Rejected parts are
   * listed earliest first, so the latest second may be readable although no part was.
   */
  const checkBank = async (): Promise<void> => {
    readable ??= latestSecond(remaining.at(-1)?.window ?? whole);
    await read(readable);
  };
  const countFailure = async (error: PixError): Promise<void> => {
    failures += 1;
    if (failures % (error.kind === 'rejected' ? REJECTIONS_MAX : FAILURES_MAX) !== 0) return;
    await checkBank();
    // The longer the unreadable stretch, the coarser its parts: their number stays small.
    shortestMs *= 2;
  };

  return {
    *[Symbol.iterator](): Generator<Part> {
      for (let next = remaining.shift(); next; next = remaining.shift()) yield next;
    },
    wasRead(window: Window): void {
      readable = window;
      failures = 0;
    },
    /** Fails when the bank is unavailable. */
    async failed({ orElseTo, ...window }: Window, error: unknown, isSpent: boolean): Promise<void> {
      if (!mayBeAboutWindow(error)) throw error;
      if (orElseTo && error.kind === 'rejected') {
        remaining = shortened(window, orElseTo).map((part) => ({ window: part, isTrial: false }));
      } else if (isSpent) {
        skip('too-many-pages', error, window, ...remaining.splice(0).map((part) => part.window));
      } else if (isTooManyPages(error)) {
        halveOrSkip('too-many-pages', error, window);
      } else {
        await countFailure(error);
        halveOrSkip('unreadable', error, window);
      }
    },
    /** What could not be read. Fails when the bank is no longer available. */
    async unread(): Promise<readonly PixPage[]> {
      if (failures > 0) await checkBank();
      return joined(skipped).map(({ problem, ...unread }) => ({
        payments: [],
        malformed: [],
        problem,
        unread,
      }));
    },
  };
}

/** The query extends a window to whole seconds, which must not lead into the bank's future again. */
function shortened(window: Window, end: Date): Window[] {
  const to = new Date(Math.floor(end.getTime() / 1000) * 1000);
  return to < window.from ? [] : listable({ ...window, to });
}

function lengthMs({ from, to }: Window): number {
  return to.getTime() - from.getTime();
}

function latestSecond(window: Window): Window {
  const fromMs = window.to.getTime() - WINDOW_MIN_MS;
  return { ...window, from: new Date(Math.max(window.from.getTime(), fromMs)) };
}

function wholeSeconds({ from, to }: Window) {
  return {
    from: new Date(Math.floor(from.getTime() / 1000) * 1000),
    to: new Date(Math.ceil(to.getTime() / 1000) * 1000),
  };
}

/** Windows that touch become one. */
function joined(windows: readonly Unread[]): readonly Unread[] {
  const result: Unread[] = [];
  for (const next of windows.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const last = result.at(-1);
    if (last && next.from <= last.to && next.problem === last.problem) {
      const to = new Date(Math.max(last.to.getTime(), next.to.getTime()));
      result[result.length - 1] = { ...last, to };
    } else result.push(next);
  }
  return result;
}
