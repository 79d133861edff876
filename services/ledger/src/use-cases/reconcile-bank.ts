import { paymentProblems } from '../domain/audit-charge.ts';
import type { Booked } from '../domain/book.ts';
import type { Violation } from '../domain/violation.ts';
import type { BankSource, Ports, Report, Window } from '../ports.ts';
import { creditsBetween } from './credits-between.ts';

type Needs = Pick<Ports, 'books' | 'sources'>;

const PAYMENTS_AT_ONCE_MAX = 500;

/** I1 against the bank itself, both ways: what it lists is booked, and what is booked it knows. */
export function reconcileBank({ books, sources }: Needs) {
  return async (window: Window, report: Report): Promise<void> => {
    const { bank } = sources;
    if (!bank) return;
    const listed = await bookedAsListed(bank, window, report);
    for await (const credit of creditsBetween(books, window)) {
      const { endToEndId } = credit;
      if (endToEndId === null || listed.has(endToEndId)) continue;
      listed.add(endToEndId);
      // Booked in this window but paid in another one: the bank is asked for this payment alone.
      if (!(await bank.find(endToEndId))) report(unknownToBank(credit));
    }
  };

  async function bookedAsListed(bank: BankSource, window: Window, report: Report) {
    const listed = new Set<string>();
    for await (const page of bank.paidBetween(window)) {
      for (let start = 0; start < page.length; start += PAYMENTS_AT_ONCE_MAX) {
        const payments = page.slice(start, start + PAYMENTS_AT_ONCE_MAX);
        const booked = await books.ofPayments(payments.map(({ endToEndId }) => endToEndId));
        for (const payment of payments) {
          listed.add(payment.endToEndId);
          paymentProblems(payment, booked, 'bank').forEach(report);
        }
      }
    }
    return listed;
  }
}

function unknownToBank({ endToEndId, kind, chargeId }: Booked): Violation {
  const subject = `payment ${endToEndId}${chargeId ? `, charge ${chargeId}` : ''}`;
  const found = `a ${kind} of one that it does not`;
  return { invariant: 'I1', subject, expected: 'a payment that the bank knows', found };
}
