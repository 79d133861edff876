import pMap from 'p-map';
import type { Charge } from '../domain/charge.ts';
import { BankStatus, isPlain } from '../domain/settle.ts';
import {
  problemIn,
  type SetAside,
  setAsideFailed,
  setAsideMalformed,
  setAsideUnmatched,
} from '../domain/unclear.ts';
import type { PaymentPage, Ports, ReportedPayment } from '../ports.ts';
import { setWindowAside } from './set-window-aside.ts';
import { takeInPayment } from './take-in-payment.ts';
import { takeInReturns } from './take-in-returns.ts';

const AT_ONCE_MAX = 6;

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'unclear' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

/**
 * Takes in what a page of the bank's list says that we did not know. A payment that cannot be confirmed
 * is set aside by itself, as is a part of the list that cannot be read; no error about one payment holds
 * up the others.
 */
export function takeInPage(needs: Needs) {
  const { charges, payments, unclear, now, metrics } = needs;
  const takeIn = takeInPayment(needs);
  const takeInReturned = takeInReturns(needs);
  const setUnreadAside = setWindowAside(needs);

  const takeInOrExplain = async (
    payment: ReportedPayment,
    charge: Charge,
  ): Promise<SetAside | null> => {
    try {
      await takeIn(payment, charge, 'sweep');
      return null;
    } catch (error) {
      const aside = setAsideFailed(payment, problemIn(error), now());
      metrics.setAside(aside, error);
      return aside;
    }
  };

  const setMalformedAside = async ({ malformed }: PaymentPage): Promise<void> => {
    if (malformed.length === 0) return;
    const named = malformed.map((entry) => ({ ...entry, endToEndId: entry.endToEndId ?? '' }));
    const fresh = new Set((await payments.filterNew(named)).map(({ id }) => id));
    const known = await unclear.known([...fresh]);
    const aside = malformed.filter(({ id }) => fresh.has(id) && !known.has(id));
    for (const entry of aside) metrics.setAside(entry);
    await unclear.setAside(
      aside.map((entry) => setAsideMalformed(entry, now())),
      now(),
    );
  };

  return async (page: PaymentPage): Promise<void> => {
    if (page.unread) await setUnreadAside(page.unread);
    await setMalformedAside(page);
    const fresh = await payments.filterNew(page.payments);
    const txids = fresh.flatMap(({ txid }) => txid ?? []);
    const byTxid = new Map((await charges.findByTxids(txids)).map((found) => [found.txid, found]));
    const chargeOf = ({ txid }: ReportedPayment) =>
      (txid === null ? null : byTxid.get(txid)) ?? null;
    const unclearIds = await unclear.known(fresh.map(({ endToEndId }) => endToEndId));
    const { now: due = [], later = [] } = Object.groupBy(fresh, (payment) =>
      isDueNow(payment, chargeOf(payment), unclearIds) ? 'now' : 'later',
    );
    const takenIn = await pMap(
      due,
      (payment) => {
        const charge = chargeOf(payment);
        return charge ? takeInOrExplain(payment, charge) : setAsideUnmatched(payment, now());
      },
      { concurrency: AT_ONCE_MAX },
    );
    await unclear.setAside(
      takenIn.filter((one) => one !== null),
      now(),
    );
    await unclear.noteSeen(later, now());
    await takeInReturned(page.payments, 'sweep');
  };
}

/** What was set aside has its own schedule; only what needs no look-up is taken in all the same. */
function isDueNow(
  payment: ReportedPayment,
  charge: Charge | null,
  unclearIds: ReadonlySet<string>,
): boolean {
  if (!unclearIds.has(payment.endToEndId)) return true;
  return charge !== null && isPlain(charge, { status: BankStatus.Unknown, payments: [payment] });
}
