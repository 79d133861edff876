import { DAY_MS } from '@entrada/platform/time/units';
import type { Ports } from '../ports.ts';
import { takeInReturns } from './take-in-returns.ts';

/** A return can come this long after the payment; banks allow 90 days and need some more. */
const LOOK_BACK_MS = 100 * DAY_MS;
const SLICE_MS = 10 * DAY_MS;
const RETRY_AFTER_MS = 300_000;
const BATCH_SIZE_MAX = 20;

type Needs = Pick<
  Ports,
  'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics' | 'jobs' | 'returnsEveryMs'
>;

/**
 * Returns come weeks after the payment and on the payment's own record, which no sweep of the last
 * hours lists. So all payments with returns of the last 100 days are listed again and again, in
 * slices; and those under way are asked about until they end. True when more may be due.
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

  const listAll = async (): Promise<void> => {
    await using job = await jobs.take('returns', { retryAfterMs: RETRY_AFTER_MS });
    if (!job) return;
    const end = now().getTime();
    const failures: unknown[] = [];
    // A slice that cannot be listed does not keep the others from being listed.
    for (let from = end - LOOK_BACK_MS; from < end; from += SLICE_MS) {
      await listSlice(new Date(from), new Date(from + SLICE_MS)).catch((error: unknown) =>
        failures.push(error),
      );
    }
    if (failures.length > 0) throw new AggregateError(failures, 'slices could not be listed');
    await job.finish({ everyMs: returnsEveryMs });
  };

  return async (): Promise<boolean> => {
    const isMore = await askAboutDue();
    await listAll();
    return isMore;
  };
}
