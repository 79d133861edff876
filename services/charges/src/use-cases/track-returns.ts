import { DAY_MS } from '@entrada/platform/time/units';
import type { Ports } from '../ports.ts';
import { takeInReturns } from './take-in-returns.ts';

/** A return can come this long after the payment; banks allow 90 days and need some more. */
const LOOK_BACK_MS = 100 * DAY_MS;
const SLICE_MS = 10 * DAY_MS;
const RETRY_AFTER_MS = 300_000;
const BATCH_SIZE_MAX = 20;
/** The next round begins as long ago as any return can be. */
const BEGINNING = new Date(0);

type Needs = Pick<
  Ports,
  'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics' | 'jobs' | 'returnsEveryMs'
>;

/**
 * Returns come weeks after the payment and on the payment's own record, which no sweep of the last
 * hours lists. So all payments with returns of the last 100 days are listed again and again, one slice a
 * run, so that no run outlives its lease; and those under way are asked about until they end. True when
 * more may be due.
 */
export function trackReturns({ jobs, returnsEveryMs, ...needs }: Needs) {
  const { bank, payments, now } = needs;
  const takeIn = takeInReturns(needs);

  const askAboutDue = async (): Promise<boolean> => {
    const due = await payments.claimDueReturns(now(), BATCH_SIZE_MAX);
    const asked = await Promise.allSettled(due.map((endToEndId) => bank.payment(endToEndId)));
    const found = asked.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
    await takeIn(found, 'returns');
    return due.length === BATCH_SIZE_MAX;
  };

  const listSlice = async (from: Date, to: Date): Promise<void> => {
    const pages = bank.paymentsBetween(from, to, { returned: true });
    for await (const page of pages) await takeIn(page.payments, 'returns');
  };

  /** True when another slice follows. One that cannot be listed does not keep the others from being listed. */
  const listNext = async (): Promise<boolean> => {
    await using job = await jobs.take('returns', { retryAfterMs: RETRY_AFTER_MS });
    if (!job) return false;
    const nowMs = now().getTime();
    const from = Math.max(job.progress?.getTime() ?? 0, nowMs - LOOK_BACK_MS);
    const to = from + SLICE_MS;
    const isLast = to >= nowMs;
    const next = isLast
      ? { everyMs: returnsEveryMs, progress: BEGINNING }
      : { everyMs: 0, progress: new Date(to) };
    const failure = await listSlice(new Date(from), new Date(to)).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await job.finish(next);
    if (failure) throw failure.error;
    return !isLast;
  };

  return async (): Promise<boolean> => {
    const isMore = await askAboutDue();
    return (await listNext()) || isMore;
  };
}
