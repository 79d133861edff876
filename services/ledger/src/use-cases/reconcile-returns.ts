import {
  type BookedReturn,
  type PaymentAtBank,
  unbookedReturns,
  unmadeReturn,
  unreadReturns,
} from '../domain/audit-returns.ts';
import type { Violation } from '../domain/violation.ts';
import type { BankSource, Ports, Report, Window } from '../ports.ts';
import { recheckMissing } from './recheck-missing.ts';

type Needs = Pick<Ports, 'books' | 'sources' | 'reportLate' | 'pause'>;

const ROWS_AT_ONCE_MAX = 500;

/** Refunds and returns against the bank: what it has returned is booked, and what is booked it has returned. */
export function reconcileReturns(needs: Needs) {
  const { books, reportLate } = needs;
  const recheck = recheckMissing(needs);

  const problemsOf = async (payments: readonly PaymentAtBank[]) => {
    const booked = await books.returnsOf(payments);
    return new Map(payments.map((payment) => [payment, unbookedReturns(payment, booked)]));
  };

  const compare = async (listed: readonly PaymentAtBank[], report: Report): Promise<void> => {
    listed.flatMap(unreadReturns).forEach(report);
    const payments = listed.filter(({ returns }) => returns.length > 0);
    if (payments.length === 0) return;
    let problems: ReadonlyMap<PaymentAtBank, readonly Violation[]> = await problemsOf(payments);
    const missing = payments.filter((payment) => (problems.get(payment) ?? []).length > 0);
    await recheck(missing, async () => {
      problems = await problemsOf(missing);
      return missing.every((payment) => problems.get(payment)?.length === 0);
    });
    for (const payment of missing) {
      const left = problems.get(payment) ?? [];
      if (left.length === 0) reportLate('return', payment.endToEndId);
      left.forEach(report);
    }
  };

  return {
    /** Of payments that the bank listed. */
    async ofPayments(payments: readonly PaymentAtBank[], report: Report): Promise<void> {
      for (let start = 0; start < payments.length; start += ROWS_AT_ONCE_MAX) {
        await compare(payments.slice(start, start + ROWS_AT_ONCE_MAX), report);
      }
    },
    /** Of what was booked in a window, each asked for at the bank. */
    async bookedBetween(bank: BankSource, window: Window, report: Report): Promise<void> {
      for await (const booked of everyReturn(window)) {
        const { endToEndId } = booked;
        const payment = endToEndId === null ? null : await bank.find(endToEndId);
        const problem = unmadeReturn(booked, payment);
        if (problem) report(problem);
      }
    },
  };

  async function* everyReturn(window: Window): AsyncGenerator<BookedReturn> {
    let after: BookedReturn | null = null;
    for (;;) {
      const range = { ...window, after, limit: ROWS_AT_ONCE_MAX };
      const page: readonly BookedReturn[] = await books.returnedBetween(range);
      yield* page;
      after = page.at(-1) ?? null;
      if (page.length < ROWS_AT_ONCE_MAX) return;
    }
  }
}
