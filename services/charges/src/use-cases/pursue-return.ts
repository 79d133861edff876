import type { TwoPersonApproval } from '@entrada/approvals/decision';
import { eachUnlessUnavailable } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import {
  type PaymentReturn,
  type Refund,
  RefundFailure,
  type ReturnAtBank,
  type ReturnEnd,
  ReturnStatus,
} from '../domain/payment-return.ts';
import type { Ports } from '../ports.ts';
import { takeInReturns } from './take-in-returns.ts';

type HoldResult = Awaited<ReturnType<Ports['ledger']['holdRefund']>>;

/**
 * Takes a return that we ask for as far as it goes now. Every step may be repeated, by a retry or by another
 * replica at the same time; a replica that comes second returns what the first one stored.
 */
export function pursueReturn(needs: Ports) {
  const { charges, returns, bank, ledger, now } = needs;
  const storeEnd = endReturn(needs);
  const end = async (one: PaymentReturn, how: Parameters<typeof storeEnd>[1]) => {
    await storeEnd(one, how);
    return (await returns.find(one.id)) ?? one;
  };

  /** Asks the ledger to hold the money of a refund. Of an operator's return: KNOWN while the decision stands, else REFUSED. */
  const askLedger = async (one: PaymentReturn): Promise<HoldResult> => {
    if (!isRefund(one)) return (await ledger.isReturnDecided(one)) ? 'KNOWN' : 'REFUSED';
    const charge = await charges.findById(one.chargeId);
    if (!charge) throw new Error(`refund ${one.id} has no charge`);
    return ledger.holdRefund(one, charge);
  };

  /** Null: the ledger refuses it and the bank does not have it. */
  const askBank = async (one: PaymentReturn, held: HoldResult): Promise<ReturnAtBank | null> => {
    const mayBeKnown = one.attempt > 0 || held === 'KNOWN' || !isRefund(one);
    if (held !== 'REFUSED') return bank.refund(one, { mayBeKnown });
    return mayBeKnown ? bank.findRefund(one) : null;
  };

  const noteDenied = async (one: PaymentReturn, isDenied: boolean): Promise<PaymentReturn> => {
    const deniedSince = isDenied ? (one.deniedSince ?? now()) : null;
    if (deniedSince === one.deniedSince) return one;
    await returns.noteDenied(one.id, deniedSince);
    return { ...one, deniedSince };
  };

  const applyResponse = (one: PaymentReturn, response: ReturnAtBank): Promise<PaymentReturn> => {
    const { status, settledAt, failure, isRefusal } = response;
    if (status === 'DENIED') return noteDenied(one, true);
    if (status === ReturnStatus.Processing) return noteDenied(one, false);
    const chargeCents = isRefund(one) && status === ReturnStatus.Settled ? one.valueCents : 0;
    return end(one, { status, at: settledAt ?? now(), failure, chargeCents, isRefusal });
  };

  return async (one: PaymentReturn): Promise<PaymentReturn> => {
    const held = await askLedger(one);
    // While the ledger was asked, another replica may have claimed this return, and may have ended it.
    const current = (await returns.find(one.id)) ?? one;
    const isOurs = current.attempt === one.attempt && current.status === ReturnStatus.Processing;
    if (!isOurs) return current;
    const response = await askBank(one, held);
    return response === null
      ? end(one, { ...refused(one), at: now() })
      : applyResponse(one, response);
  };
}

/** The ledger does not let it go, and the bank does not have it. */
function refused(one: PaymentReturn) {
  const failure = isRefund(one) ? RefundFailure.InsufficientBalance : RefundFailure.Withdrawn;
  return { status: ReturnStatus.Failed, failure, chargeCents: 0, isRefusal: true } as const;
}

function isRefund(one: PaymentReturn): one is Refund {
  return one.origin === 'CLIENT';
}

/** Stores and publishes the end of a return, once. False when it has ended, or a refusal comes too late. */
export function endReturn({ transact, now }: Ports) {
  return (
    one: PaymentReturn,
    how: Omit<ReturnEnd, 'recordedAt' | 'valueCents'>,
    approved: TwoPersonApproval | null = null,
  ): Promise<boolean> =>
    transact(async (tx) => {
      await tx.consumeApproval(approved);
      const charge = one.chargeId === null ? null : await tx.lockCharge(one.chargeId);
      const payment = await tx.findReturnedPayment(one.endToEndId);
      if (!payment) throw new Error(`the payment of return ${one.id} is not in the database`);
      const { valueCents } = one;
      return tx.endReturn({ payment, charge }, one, { ...how, valueCents, recordedAt: now() });
    });
}

/** A return can come this long after the payment; banks allow 90 days and need some more. */
const LOOK_BACK_MS = 100 * DAY_MS;
const SLICE_MS = 10 * DAY_MS;
const RETRY_AFTER_MS = 300_000;
const BATCH_SIZE_MAX = 20;
/** The next round begins as long ago as any return can be. */
const BEGINNING = new Date(0).toISOString();

/** Takes returns further that have not ended. True when more may be due. */
export function trackReturns(needs: Ports) {
  const { bank, returns, now } = needs;
  const pursue = pursueReturn(needs);
  const recordReturns = takeInReturns(needs);
  const takeFurther = async (one: PaymentReturn): Promise<void> => {
    if (one.origin !== 'BANK') {
      await pursue(one);
      return;
    }
    const payment = await bank.payment(one.endToEndId);
    if (payment) await recordReturns([payment], 'returns');
  };
  return async (): Promise<boolean> => {
    const due = await returns.claimDue(now(), BATCH_SIZE_MAX);
    await eachUnlessUnavailable(due, takeFurther);
    return due.length === BATCH_SIZE_MAX;
  };
}

/**
 * Returns come weeks after the payment and on the payment's own record, which no sweep of the last
 * hours lists. So all payments with returns of the last 100 days are listed again and again, one slice a
 * run, so that no run outlives its lease. True when another slice follows.
 */
export function listReturns(needs: Ports) {
  const { bank, now, jobs, returnsEveryMs } = needs;
  const recordReturns = takeInReturns(needs);

  const listSlice = async (from: Date, to: Date): Promise<void> => {
    const pages = bank.paymentsBetween(from, to, { returned: true });
    for await (const page of pages) await recordReturns(page.payments, 'returns');
  };

  /** One that cannot be listed does not keep the others from being listed. */
  return async (): Promise<boolean> => {
    await using job = await jobs.take('returns', { retryAfterMs: RETRY_AFTER_MS });
    if (!job) return false;
    const nowMs = now().getTime();
    const from = Math.max(Date.parse(job.progress?.listedTo ?? BEGINNING), nowMs - LOOK_BACK_MS);
    const to = from + SLICE_MS;
    const isLast = to >= nowMs;
    const next = isLast
      ? { everyMs: returnsEveryMs, progress: { listedTo: BEGINNING } }
      : { everyMs: 0, progress: { listedTo: new Date(to).toISOString() } };
    const failure = await listSlice(new Date(from), new Date(to)).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await job.finish({ ...next, hasFailed: failure !== null });
    if (failure) throw failure.error;
    return !isLast;
  };
}
