import pMap from 'p-map';
import type { Charge, ReportedPayment, Source } from '../domain/charge.ts';
import { BankStatus, ExceptionKind, isPlain } from '../domain/settle.ts';
import {
  problemIn,
  type SetAside,
  setAsideFailed,
  setAsideMalformed,
  setAsideUnmatched,
} from '../domain/unclear.ts';
import type { PaymentPage, Ports } from '../ports.ts';
import { confirmPayment, crossCheck } from './confirm-payment.ts';
import { takeInReturns } from './take-in-returns.ts';

const AT_ONCE_MAX = 6;

/**
 * Takes in what a page of the bank's list says that we did not know. A payment that cannot be confirmed
 * is set aside by itself; no error about one payment holds up the others. True when nothing of the page is unclear: else
 * what the bank lists may still change.
 */
export function takeInPage(needs: Ports) {
  const { charges, payments, unclear, now, metrics } = needs;
  const confirmOrSuspend = takeInPayment(needs);
  const recordReturns = takeInReturns(needs);

  const confirmOrExplain = async (
    payment: ReportedPayment,
    charge: Charge,
  ): Promise<SetAside | null> => {
    try {
      await confirmOrSuspend(payment, charge, 'sweep');
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

  return async (page: PaymentPage): Promise<boolean> => {
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
        return charge ? confirmOrExplain(payment, charge) : setAsideUnmatched(payment, now());
      },
      { concurrency: AT_ONCE_MAX },
    );
    const aside = takenIn.filter((one) => one !== null);
    await unclear.setAside(aside, now());
    await unclear.noteSeen(later, now());
    await recordReturns(page.payments, 'sweep');
    return page.malformed.length + aside.length + later.length === 0;
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

export type TakenIn = {
  readonly outcome: 'CONFIRMED' | 'SUSPENDED';
  readonly charge: Charge | null;
};

/** Confirms one payment for its charge; without a charge it goes to suspense. Fails when it is unclear. */
export function takeInPayment(needs: Ports) {
  const { payments, now, metrics } = needs;
  const confirm = confirmPayment(needs);
  const lookUpAgain = crossCheck(needs);
  const recordReturns = takeInReturns(needs);

  const suspend = async (payment: ReportedPayment, source: Source): Promise<TakenIn> => {
    await lookUpAgain(payment);
    const stored = await payments.suspend(payment, now(), source);
    if (stored) metrics.exception(ExceptionKind.UnknownTxid);
    await recordReturns([payment], source);
    return { outcome: 'SUSPENDED', charge: null };
  };

  return async (
    payment: ReportedPayment,
    charge: Charge | null,
    source: Source,
  ): Promise<TakenIn> => {
    if (!charge) return suspend(payment, source);
    const report = { status: BankStatus.Unknown, payments: [payment], detectedAt: now() };
    const confirmed = await confirm(charge, report, source);
    const completes = confirmed.endToEndId === payment.endToEndId;
    return { outcome: completes ? 'CONFIRMED' : 'SUSPENDED', charge: confirmed };
  };
}
