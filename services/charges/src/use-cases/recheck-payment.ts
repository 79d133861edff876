import type { Charge } from '../domain/charge.ts';
import {
  mayGetCharge,
  problemIn,
  setAsideFailed,
  setAsideUnmatched,
  type UnclearPayment,
  unreadReturnsId,
} from '../domain/unclear.ts';
import type { Ports, ReportedPayment } from '../ports.ts';
import { mustAgree } from './cross-check.ts';
import { recoverCharge } from './recover-charge.ts';
import { takeInPayment } from './take-in-payment.ts';
import { takeInReturns } from './take-in-returns.ts';

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'unclear' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

export type Rechecked = {
  readonly outcome:
    | 'CONFIRMED'
    | 'SUSPENDED'
    | 'ALREADY_KNOWN'
    | 'UNCLEAR'
    | 'NOT_FOUND'
    | 'UNPAID'
    | 'WINDOW_READ';
  readonly endToEndId: string | null;
  readonly charge: Charge | null;
  readonly problem: string | null;
};

const NOT_AT_BANK = 'the bank does not know this payment';

/** Looks up the returns of a payment that could not be read, if any. Those that still cannot be read stay set aside. */
export function recheckReturns(needs: Needs) {
  const { unclear, bank, now } = needs;
  const takeIn = takeInReturns(needs);
  return async (endToEndId: string): Promise<void> => {
    if (!(await unclear.find(unreadReturnsId(endToEndId)))) return;
    const found = await bank.payment(endToEndId);
    if (!found) return;
    await takeIn([found], 'recheck');
    if (found.unreadReturns?.length === 0)
      await unclear.resolve(unreadReturnsId(endToEndId), now());
  };
}

/** Looks one payment up at the bank and takes it in. One that stays unclear keeps its schedule. */
export function recheckPayment(needs: Needs) {
  const { charges, payments, unclear, bank, now, metrics } = needs;
  const takeIn = takeInPayment(needs);
  const recover = recoverCharge(needs);
  const recheckOfReturns = recheckReturns(needs);

  const chargeOf = async ({ txid }: ReportedPayment): Promise<Charge | null> =>
    (txid !== null && (await charges.findByTxids([txid]))[0]) || null;

  /** What the bank's list said stays as it was: a look-up that differs must not replace it. */
  const setAside = async (
    found: ReportedPayment | null,
    listed: UnclearPayment | null,
    error: unknown,
  ): Promise<string> => {
    const problem = problemIn(error);
    const unlisted = { paidCents: null, paidAt: null };
    const named = found && { ...setAsideFailed(found, problem, now()), ...unlisted };
    const aside = listed ? { ...listed, problem } : named;
    // An id that the bank never named is not kept: it may be mistyped.
    if (!aside) return problem;
    metrics.setAside(aside, error);
    await unclear.setAside([aside], now());
    return problem;
  };

  const takeInFound = async (
    found: ReportedPayment,
    listed: UnclearPayment | null,
  ): Promise<Omit<Rechecked, 'endToEndId'>> => {
    const charge = (await chargeOf(found)) ?? (await recover(found));
    if (!charge && !listed && mayGetCharge(found.paidAt, now())) {
      const aside = setAsideUnmatched(found, now());
      await unclear.setAside([aside], now());
      return { outcome: 'UNCLEAR', charge, problem: aside.problem };
    }
    const { paidCents = null, txid = null } = listed ?? {};
    if (paidCents !== null) mustAgree({ paidCents, txid }, found);
    return { ...(await takeIn(found, charge, 'recheck')), problem: null };
  };

  return async (endToEndId: string): Promise<Rechecked> => {
    const about = { endToEndId, charge: null, problem: null };
    const listed = await unclear.find(endToEndId);
    await recheckOfReturns(endToEndId);
    if ((await payments.filterNew([{ endToEndId }])).length === 0) {
      if (listed) await unclear.resolve(listed.id, now());
      return { ...about, outcome: 'ALREADY_KNOWN' };
    }
    let found: ReportedPayment | null = null;
    try {
      found = await bank.payment(endToEndId);
      if (found) return { endToEndId, ...(await takeInFound(found, listed)) };
      if (!listed) return { ...about, outcome: 'NOT_FOUND', problem: NOT_AT_BANK };
      throw new Error(NOT_AT_BANK);
    } catch (error) {
      return { ...about, outcome: 'UNCLEAR', problem: await setAside(found, listed, error) };
    }
  };
}
