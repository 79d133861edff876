import { isUnavailable } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import {
  type ClosedWindow,
  checkAgainAfterMs,
  listableTo,
  newestWindow,
  openWindow,
  type UnreadWindow,
  type Window,
  windowId,
  windowsBefore,
  windowsToClose,
} from '../domain/bank-window.ts';
import { problemIn } from '../domain/unclear.ts';
import type { RecheckResult } from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { takeInPage } from './take-in-payments.ts';

const EVERY_MS = 1_000;
/** While none is due. */
const LOOK_EVERY_MS = 5_000;
const BATCH_SIZE_MAX = 20;
/** At most this many unread windows are stored. Beyond it the newest counts as unread, and others are tried again. */
const UNREAD_MAX = 100;

/**
 * Lists what was paid to us, with or without a callback, and confirms what we did not know. The newest window is listed
 * every time, older ones are checked less and less often. While the bank is unavailable nothing moves on. True when
 * more windows are due.
 */
export function sweepPayments(needs: Ports) {
  const { jobs, windows, now, sweepEveryMs, lateSweep } = needs;
  const { readWindow, checkWindow } = windowReader(needs);
  const { keepOrPostpone } = unreadKeeper(needs);

  const sweepOpen = async (): Promise<void> => {
    const open = await windows.findOpen();
    if (!open.isDue) return;
    const at = now();
    if (!open.readTo) {
      const { recent, older } = windowsBefore(open.from, lateSweep.days);
      await windows.addPast(recent, 0);
      await windows.addPast(older, Math.ceil(lateSweep.everyMs / older.length));
    }
    const closed = windowsToClose(open.from, at);
    await windows.close(closed);
    if (closed.length > 0) {
      await windows.removeBefore(new Date(at.getTime() - lateSweep.days * DAY_MS));
    }
    const isRead = await readWindow(openWindow(closed.at(-1)?.to ?? open.from, at));
    if (isRead) await windows.openWasRead(at, sweepEveryMs);
  };

  /** If the bank lists the newest payments but nothing of this window, the window is at fault and not the bank. */
  const checkOrSetAside = async (window: ClosedWindow): Promise<void> => {
    try {
      await checkWindow(window);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await readWindow(newestWindow(now())).catch(() => {
        throw error;
      });
      await keepOrPostpone(window, problemIn(error), error);
    }
  };

  return async (): Promise<boolean> => {
    await using job = await jobs.take('sweep', { retryAfterMs: sweepEveryMs });
    if (!job) return false;
    await sweepOpen();
    const due = await windows.findDue(BATCH_SIZE_MAX);
    for (const window of due) await checkOrSetAside(window);
    const isMore = due.length === BATCH_SIZE_MAX;
    const everyMs = Math.min(due.length > 0 ? EVERY_MS : LOOK_EVERY_MS, sweepEveryMs);
    await job.finish({ everyMs: isMore ? 0 : everyMs });
    return isMore;
  };
}

function windowReader(needs: Ports) {
  const { bank, windows, now, sweepEveryMs, lateSweep } = needs;
  const takeInListed = takeInPage(needs);
  const { keepUnread, keepParts } = unreadKeeper(needs);

  /** Yields what was taken in. Fails when nothing can be read. */
  async function* takeIn({ from, to }: Window, except: readonly Window[]) {
    for await (const page of bank.paymentsBetween(from, to, { except })) {
      yield { ...page, isSettled: await takeInListed(page) };
    }
  }

  /**
   * Sets aside the parts that cannot be read, but for the latest: banks may not list them yet, and the next reading
   * includes them. False when a part could not be stored.
   */
  const readWindow = async (window: Window): Promise<boolean> => {
    const settledTo = listableTo(now());
    let isKept = true;
    for await (const { unread } of takeIn(window, await windows.unreadIn(window))) {
      if (unread && unread.to < settledTo) isKept = (await keepUnread(unread)) && isKept;
    }
    return isKept;
  };

  const listWindow = async (window: Window, except: readonly Window[]) => {
    const ids = new Set<string>();
    const unread: UnreadWindow[] = [];
    let isSettled = true;
    for await (const page of takeIn(window, except)) {
      isSettled = page.isSettled && isSettled;
      for (const { endToEndId } of page.payments) ids.add(endToEndId);
      for (const { id } of page.malformed) ids.add(id);
      if (page.unread) unread.push(page.unread);
    }
    return { count: ids.size, unread, isSettled };
  };

  /**
   * Reads a window of the bank's list, unless the bank counts as many payments as when it was last read whole: a
   * payment never leaves the list, so nothing is new. False when the bank still cannot list the window.
   */
  const checkWindow = async (window: ClosedWindow): Promise<boolean> => {
    const unread = (await windows.unreadIn(window)).filter(({ id }) => id !== window.id);
    const counted = unread.length === 0 ? await bank.countBetween(window.from, window.to) : null;
    const schedule = { sweepEveryMs, lateEveryMs: lateSweep.everyMs };
    const againAfterMs = checkAgainAfterMs(window, now(), schedule);
    if (counted !== null && counted === window.listed) {
      await windows.wasRead(window, counted, againAfterMs);
      return true;
    }
    const listing = await listWindow(window, unread);
    if (!(await keepParts(window, listing.unread))) return false;
    const isWhole = listing.unread.length === 0 && listing.isSettled && listing.count === counted;
    await windows.wasRead(window, isWhole ? counted : null, againAfterMs);
    return true;
  };

  return { readWindow, checkWindow };
}

/** Keeps what cannot be read of the bank's list, to be listed again on a schedule. */
function unreadKeeper({ windows, now, metrics }: Ports) {
  /** False when too many are kept. */
  const keepUnread = async (window: UnreadWindow, error?: unknown): Promise<boolean> => {
    const id = windowId(window);
    const isKept =
      (await windows.countUnread()) < UNREAD_MAX || (await windows.findUnread(id)) !== null;
    const reason = isKept ? '' : `not stored, because ${UNREAD_MAX} others cannot be read: `;
    metrics.windowSetAside({ id, problem: reason + window.problem }, error);
    if (isKept) await windows.setAside(window, now());
    return isKept;
  };

  const keepOrPostpone = async (window: ClosedWindow, problem: string, error?: unknown) => {
    const isKept = await keepUnread({ ...window, problem }, error);
    if (!isKept) await windows.postpone(window.id);
  };

  /** False when a part is the window itself, or cannot be stored: then the whole window stays unread. */
  const keepParts = async (window: ClosedWindow, parts: readonly UnreadWindow[]) => {
    for (const part of parts) {
      const isKept = windowId(part) !== window.id && (await keepUnread(part));
      if (!isKept) {
        await keepOrPostpone(window, part.problem);
        return false;
      }
    }
    return true;
  };

  return { keepUnread, keepOrPostpone, keepParts };
}

/** Lists a window again that could not be read, whatever its schedule says. */
export function recheckWindow(needs: Ports) {
  const { checkWindow } = windowReader(needs);
  const { keepUnread } = unreadKeeper(needs);
  return async (id: string, { from, to }: Window, problem: string): Promise<RecheckResult> => {
    const about = { endToEndId: null, charge: null, problem: null };
    try {
      if (await checkWindow({ id, from, to, listed: null }))
        return { ...about, outcome: 'WINDOW_READ' };
      return { ...about, outcome: 'UNCLEAR', problem };
    } catch (error) {
      const unread = { from, to, problem: problemIn(error) };
      await keepUnread(unread, error);
      return { ...about, outcome: 'UNCLEAR', problem: unread.problem };
    }
  };
}
