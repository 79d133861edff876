import { paymentProblems } from '../domain/audit-charge.ts';
import type { Booked } from '../domain/book.ts';
import type { Violation } from '../domain/violation.ts';
import type { BankWitness, Ports, Tell, Window } from '../ports.ts';
import { creditsBetween } from './credits-between.ts';

type Needs = Pick<Ports, 'books' | 'witnesses'>;

const PAYMENTS_AT_ONCE_MAX = 500;

/** I1 against the bank itself, both ways: what it lists is booked, and what is booked it knows. */
export function reconcileBank({ books, witnesses }: Needs) {
  return async (window: Window, tell: Tell): Promise<void> => {
    const { bank } = witnesses;
    if (!bank) return;
    const listed = await bookedAsListed(bank, window, tell);
    for await (const credit of creditsBetween(books, window)) {
      const { endToEndId } = credit;
      if (endToEndId === null || listed.has(endToEndId)) continue;
      listed.add(endToEndId);
      // Booked in this window but paid in another one: the bank is asked for this payment alone.
      if (!(await bank.knows(endToEndId))) tell(unknownToBank(credit));
    }
  };

  async function bookedAsListed(bank: BankWitness, window: Window, tell: Tell) {
    const listed = new Set<string>();
    for await (const page of bank.paidBetween(window)) {
      for (let start = 0; start < page.length; start += PAYMENTS_AT_ONCE_MAX) {
        const payments = page.slice(start, start + PAYMENTS_AT_ONCE_MAX);
        const booked = await books.ofPayments(payments.map(({ endToEndId }) => endToEndId));
        for (const payment of payments) {
          listed.add(payment.endToEndId);
          paymentProblems(payment, booked, 'bank').forEach(tell);
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
