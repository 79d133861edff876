import { isUnavailable } from '@entrada/platform/errors/unavailable';
import { newestWindow, type Window } from '../domain/sweep-window.ts';
import { problemIn } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';
import { setWindowAside } from './set-window-aside.ts';
import { takeInPage } from './take-in-page.ts';

export type TakeInNeeds = Pick<
  Ports,
  'charges' | 'payments' | 'unclear' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

/**
 * Takes in what the bank lists in a window. Parts of it that cannot be read are set aside and left out
 * from then on; they have their own schedule.
 */
export function takeInWindow(needs: TakeInNeeds) {
  const { bank, unclear, now } = needs;
  const takeIn = takeInPage(needs);
  const setAside = setWindowAside(needs);

  /** Fails when nothing of the window can be read. */
  const read = async (window: Window): Promise<void> => {
    const except = await unclear.unreadWindows(window);
    for await (const page of bank.paymentsBetween(window.from, window.to, { except })) {
      await takeIn(page);
    }
  };

  /**
   * If nothing of an older window can be read but the bank lists the newest payments, the window is set
   * aside up to where those begin. If not even those can be listed, the bank is unavailable: this fails.
   */
  const readOrSetAside = async (window: Window): Promise<void> => {
    try {
      await read(window);
    } catch (error) {
      const newest = newestWindow(now());
      if (!isUnavailable(error) || window.from >= newest.from) throw error;
      await read(newest).catch(() => {
        throw error;
      });
      const to = new Date(Math.min(window.to.getTime(), newest.from.getTime()));
      await setAside({ from: window.from, to, problem: problemIn(error) }, error);
    }
  };

  return { read, readOrSetAside };
}
