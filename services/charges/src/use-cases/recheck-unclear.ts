import { isOfReturns } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';
import { recheckPayment, recheckReturns } from './recheck-payment.ts';
import { isWindow, recheckWindow } from './recheck-window.ts';

/** All replicas together look up at most this many payments each second. */
const BATCH_SIZE_MAX = 20;
const EVERY_MS = 1_000;

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'unclear' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics' | 'jobs'
>;

/** Asks again about payments and windows that were set aside, each on its own schedule. */
export function recheckUnclear({ jobs, ...needs }: Needs) {
  const recheck = recheckPayment(needs);
  const recheckList = recheckWindow(needs);
  const recheckOfReturns = recheckReturns(needs);
  return async (): Promise<boolean> => {
    await using job = await jobs.take('recheck', { retryAfterMs: EVERY_MS });
    if (!job) return false;
    const due = await needs.unclear.claimDue(needs.now(), BATCH_SIZE_MAX);
    await Promise.all(
      due.map((one) => {
        if (isWindow(one)) return recheckList(one);
        return isOfReturns(one) ? recheckOfReturns(one.endToEndId) : recheck(one.id);
      }),
    );
    await job.finish({ everyMs: EVERY_MS });
    return false;
  };
}
