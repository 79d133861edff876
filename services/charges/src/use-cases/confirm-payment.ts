import type { Requester } from '@entrada/platform/identity/requester';
import type { Charge } from '../domain/charge.ts';
import { type BankReport, isNews, isPlain, settle } from '../domain/settle.ts';
import type { Source } from '../domain/source.ts';
import type { Ports } from '../ports.ts';
import { askBooks } from './ask-books.ts';
import { crossCheck } from './cross-check.ts';
import { takeInReturns } from './take-in-returns.ts';

type Needs = Pick<
  Ports,
  'charges' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

/**
 * Applies what the bank reports to a charge: completes it, or expires or cancels it unpaid. No other
 * code changes the status of a charge. Each payment counts once, by its endToEndId; status, payments
 * and events commit together.
 */
export function confirmPayment(needs: Needs) {
  const { payments, transact, now, metrics } = needs;
  const check = crossCheck(needs);
  const recordReturns = takeInReturns(needs);
  const withBookings = askBooks(needs);
  return async (
    seen: Charge,
    reported: BankReport,
    source: Source,
    requester: Requester = {},
  ): Promise<Charge> => {
    if (!isNews(seen, reported, now())) return seen;
    const report = await withBookings(seen, reported, source);
    const unusual = isPlain(seen, report) ? [] : await payments.filterNew(report.payments);
    for (const payment of unusual) await check(payment);
    const settlement = await transact(async (tx) => {
      const locked = await tx.lockCharge(seen.id);
      if (!locked) throw new Error(`charge ${seen.id} is not in the database`);
      const fresh = await tx.filterNew(report.payments);
      const settled = settle(locked, { ...report, payments: fresh }, now());
      await tx.record(settled, source, requester);
      return settled;
    });
    metrics.settled(settlement, source);
    await recordReturns(report.payments, source);
    return settlement.charge;
  };
}
