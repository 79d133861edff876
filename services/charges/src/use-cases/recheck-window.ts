import { problemIn, type UnclearPayment, windowId } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';
import type { Rechecked } from './recheck-payment.ts';
import { takeInPage } from './take-in-page.ts';

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'unclear' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

type Entry = UnclearPayment & { readonly window: NonNullable<UnclearPayment['window']> };

export function isWindow(entry: UnclearPayment): entry is Entry {
  return entry.window !== null;
}

/** Lists a window again that could not be read. Parts that still cannot are set aside instead of it. */
export function recheckWindow(needs: Needs) {
  const { bank, unclear, now, metrics } = needs;
  const takeIn = takeInPage(needs);

  /** True when the whole window is still flagged by the bank client. */
  const list = async ({ id, window }: Entry): Promise<boolean> => {
    let isUnread = false;
    for await (const page of bank.paymentsBetween(window.from, window.to)) {
      await takeIn(page);
      if (page.unread && windowId(page.unread) === id) isUnread = true;
    }
    return isUnread;
  };

  return async (entry: Entry): Promise<Rechecked> => {
    const about = { endToEndId: null, charge: null, problem: null };
    try {
      if (await list(entry)) return { ...about, outcome: 'UNCLEAR', problem: entry.problem };
      await unclear.resolve(entry.id, now());
      return { ...about, outcome: 'WINDOW_READ' };
    } catch (error) {
      const problem = problemIn(error);
      metrics.windowSetAside({ id: entry.id, problem }, error);
      await unclear.setAside([{ ...entry, problem }], now());
      return { ...about, outcome: 'UNCLEAR', problem };
    }
  };
}
