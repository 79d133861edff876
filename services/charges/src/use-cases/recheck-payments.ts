import pMap from 'p-map';
import type { Charge, ReportedPayment } from '../domain/charge.ts';
import {
  isOfReturns,
  mayGetCharge,
  problemIn,
  setAsideFailed,
  setAsideUnmatched,
  type UnclearPayment,
  unreadReturnsId,
} from '../domain/unclear.ts';
import type { RecheckResult } from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { confirmPayment, mustAgree } from './confirm-payment.ts';
import { recheckWindow } from './sweep-payments.ts';
import { takeInPayment } from './take-in-payments.ts';
import { takeInReturns } from './take-in-returns.ts';

const AT_ONCE_MAX = 6;
/** Only a paymentLinkId has dashes. */
const isLink = (id: string) => id.includes('-');
const END_TO_END_ID = /^[0-9a-z]{32}$/i;

type Result = RecheckResult & { readonly id: string };

/** Asks the bank now about payments and charges, whatever their schedules say. */
export function recheckPayments(needs: Ports) {
  const { charges, unclear, windows } = needs;
  const recheckOne = recheckPayment(needs);
  const recheckCharge = recheckByCharge(needs);
  const recheckList = recheckWindow(needs);

  const findCharge = async (id: string): Promise<Charge | null> =>
    isLink(id) ? charges.findByLink(id) : ((await charges.findByTxids([id]))[0] ?? null);

  const recheckId = async (id: string): Promise<readonly RecheckResult[]> => {
    const charge = await findCharge(id);
    if (charge) {
      const results = await recheckCharge(charge);
      const named = new Set(results.map(({ endToEndId }) => endToEndId));
      const aside = (await unclear.ofTxid(charge.txid)).filter((one) => !named.has(one.id));
      const more = await Promise.all(aside.map((one) => recheckOne(one.id)));
      return more.length > 0 ? [...results.filter(isAboutPayment), ...more] : results;
    }
    // A bank refuses to look up what has not the form of a payment's id.
    const unread = await windows.findUnread(id);
    if (unread?.window) return [await recheckList(id, unread.window, unread.problem)];
    const aside = await unclear.find(id);
    if (aside || END_TO_END_ID.test(id)) return [await recheckOne(id)];
    return [{ outcome: 'NOT_FOUND', endToEndId: null, charge, problem: null }];
  };

  return async (ids: readonly string[]): Promise<readonly Result[]> => {
    const results = await pMap(
      ids,
      async (id) => (await recheckId(id)).map((one) => ({ id, ...one })),
      { concurrency: AT_ONCE_MAX },
    );
    return results.flat();
  };
}

function isAboutPayment({ endToEndId }: RecheckResult): boolean {
  return endToEndId !== null;
}

/** One result for each payment that the bank reports for the charge. */
function recheckByCharge(needs: Ports) {
  const confirm = confirmPayment(needs);
  return async (charge: Charge): Promise<readonly RecheckResult[]> => {
    try {
      const report = await needs.bank.look(charge);
      const fresh = new Set(await needs.payments.filterNew(report.payments));
      const after = await confirm(charge, report, 'recheck');
      const results = report.payments.map((payment): RecheckResult => {
        const { endToEndId } = payment;
        const stored = endToEndId === after.endToEndId ? 'CONFIRMED' : 'SUSPENDED';
        const outcome = fresh.has(payment) ? stored : 'ALREADY_KNOWN';
        return { outcome, endToEndId, charge: after, problem: null };
      });
      return results.length > 0 ? results : [withoutReport(after)];
    } catch (error) {
      return [{ outcome: 'UNCLEAR', endToEndId: null, charge, problem: problemIn(error) }];
    }
  };
}

function withoutReport(charge: Charge): RecheckResult {
  const { endToEndId } = charge;
  const outcome = endToEndId === null ? 'UNPAID' : 'ALREADY_KNOWN';
  return { outcome, endToEndId, charge, problem: null };
}

const NOT_AT_BANK = 'the bank does not know this payment';

/** Looks up the returns of a payment that could not be read, if any. Those that still cannot be read stay set aside. */
function recheckReturns(needs: Ports) {
  const { unclear, bank, now } = needs;
  const recordReturns = takeInReturns(needs);
  return async (endToEndId: string): Promise<void> => {
    if (!(await unclear.find(unreadReturnsId(endToEndId)))) return;
    const found = await bank.payment(endToEndId);
    if (!found) return;
    await recordReturns([found], 'recheck');
    if (found.unreadReturns?.length === 0)
      await unclear.resolve(unreadReturnsId(endToEndId), now());
  };
}

/** Looks one payment up at the bank and takes it in. One that stays unclear keeps its schedule. */
function recheckPayment(needs: Ports) {
  const { charges, payments, unclear, bank, now, metrics } = needs;
  const confirmOrSuspend = takeInPayment(needs);
  const recheckOfReturns = recheckReturns(needs);

  const chargeOf = async ({ txid }: ReportedPayment): Promise<Charge | null> =>
    (txid !== null && (await charges.findByTxids([txid]))[0]) || null;

  /** What the bank's list said stays as it was: a look-up that differs must not replace it. */
  const keepUnclear = async (
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
  ): Promise<Omit<RecheckResult, 'endToEndId'>> => {
    const charge = await chargeOf(found);
    if (!charge && !listed && mayGetCharge(found.paidAt, now())) {
      const aside = setAsideUnmatched(found, now());
      await unclear.setAside([aside], now());
      return { outcome: 'UNCLEAR', charge, problem: aside.problem };
    }
    const { paidCents = null, txid = null } = listed ?? {};
    if (paidCents !== null) mustAgree({ paidCents, txid }, found);
    return { ...(await confirmOrSuspend(found, charge, 'recheck')), problem: null };
  };

  return async (endToEndId: string): Promise<RecheckResult> => {
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
      return { ...about, outcome: 'UNCLEAR', problem: await keepUnclear(found, listed, error) };
    }
  };
}

/** At most this many payments are looked up at once, by all replicas together. */
const BATCH_SIZE_MAX = 20;
const LOOK_EVERY_MS = 5_000;
const LOOK_EVERY_MIN_MS = 1_000;

/** Asks again about payments that were set aside, each on its own schedule. The batches have a pace, which a bank bears. */
export function recheckUnclear(needs: Ports) {
  const recheckOne = recheckPayment(needs);
  const recheckOfReturns = recheckReturns(needs);
  return async (): Promise<boolean> => {
    await using job = await needs.jobs.take('recheck', { retryAfterMs: LOOK_EVERY_MIN_MS });
    if (!job) return false;
    const due = await needs.unclear.claimDue(needs.now(), BATCH_SIZE_MAX);
    await Promise.all(
      due.map((one) => (isOfReturns(one) ? recheckOfReturns(one.endToEndId) : recheckOne(one.id))),
    );
    const isMore = due.length === BATCH_SIZE_MAX;
    const everyMs = isMore ? LOOK_EVERY_MIN_MS : Math.min(LOOK_EVERY_MS, needs.sweepEveryMs);
    await job.finish({ everyMs: Math.max(LOOK_EVERY_MIN_MS, everyMs) });
    return false;
  };
}
