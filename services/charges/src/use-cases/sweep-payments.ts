import { isUnavailable } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import {
  type ClosedWindow,
  checkAgainAfterMs,
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
/** With more unread windows than this the bank counts as unavailable, and the sweep waits for it. */
const UNREAD_MAX = 100;

/**
 * Lists what was paid to us, with or without a callback, and confirms what we did not know. The newest window is listed
 * every time, older ones are checked less and less often. While the bank is unavailable nothing moves on. True when
 * more windows are due.
 */
export function sweepPayments(needs: Ports) {
  const { jobs, windows, now, sweepEveryMs, lateSweep } = needs;
  const { readWindow, checkWindow } = windowReader(needs);
  const keepUnread = setWindowAside(needs);

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
    await readWindow(openWindow(open.from, at));
    await windows.openWasRead(at, sweepEveryMs);
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
      await keepUnread({ ...window, problem: problemIn(error) }, error);
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

/**
 * Reads a window of the bank's list, unless the bank counts as many payments as when it was last read whole: a payment
 * never leaves the list, so nothing is new.
 */
function windowReader(needs: Ports) {
  const { bank, windows, now, sweepEveryMs, lateSweep } = needs;
  const takeInListed = takeInPage(needs);
  const keepUnread = setWindowAside(needs);

  /** Fails when nothing can be read. A part that cannot be read is set aside, and left out from then on. */
  const readExcept = async (window: Window, except: readonly Window[] = []) => {
    const ids = new Set<string>();
    const unreadIds = new Set<string>();
    let isSettled = true;
    for await (const page of bank.paymentsBetween(window.from, window.to, { except })) {
      if (page.unread) {
        await keepUnread(page.unread);
        unreadIds.add(windowId(page.unread));
      }
      isSettled = (await takeInListed(page)) && isSettled;
      for (const { endToEndId } of page.payments) ids.add(endToEndId);
      for (const { id } of page.malformed) ids.add(id);
    }
    return { count: ids.size, unreadIds, isSettled };
  };

  const readWindow = async (window: Window): Promise<void> => {
    await readExcept(window, await windows.unreadIn(window));
  };

  /** False when the bank still cannot list the window. */
  const checkWindow = async (window: ClosedWindow): Promise<boolean> => {
    const unread = (await windows.unreadIn(window)).filter(({ id }) => id !== window.id);
    const counted = unread.length === 0 ? await bank.countBetween(window.from, window.to) : null;
    const schedule = { sweepEveryMs, lateEveryMs: lateSweep.everyMs };
    const againAfterMs = checkAgainAfterMs(window, now(), schedule);
    if (counted !== null && counted === window.listed) {
      await windows.wasRead(window, counted, againAfterMs);
      return true;
    }
    const { count, unreadIds, isSettled } = await readExcept(window, unread);
    if (unreadIds.has(window.id)) return false;
    const isWhole = unreadIds.size === 0 && isSettled && count === counted;
    await windows.wasRead(window, isWhole ? counted : null, againAfterMs);
    return true;
  };

  return { readWindow, checkWindow };
}

/** Keeps a part of the bank's list that cannot be read, to be listed again on a schedule. */
function setWindowAside({ windows, now, metrics }: Ports) {
  return async (window: UnreadWindow, error?: unknown): Promise<void> => {
    if ((await windows.countUnread()) >= UNREAD_MAX) {
      throw new Error(`more than ${UNREAD_MAX} windows of the bank's list cannot be read`);
    }
    metrics.windowSetAside({ id: windowId(window), problem: window.problem }, error);
    await windows.setAside(window, now());
  };
}

/** Lists a window again that could not be read, whatever its schedule says. */
export function recheckWindow(needs: Ports) {
  const { checkWindow } = windowReader(needs);
  const keepUnread = setWindowAside(needs);
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
