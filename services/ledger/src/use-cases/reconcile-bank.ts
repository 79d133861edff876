import { paymentProblems } from '../domain/audit-charge.ts';
import type { PaymentAtBank } from '../domain/audit-returns.ts';
import type { Booked } from '../domain/book.ts';
import type { Violation } from '../domain/violation.ts';
import type { BankSource, Ports, Report, Window } from '../ports.ts';
import { creditsBetween } from './credits-between.ts';
import { recheckMissing } from './recheck-missing.ts';
import { reconcileReturns } from './reconcile-returns.ts';

type Needs = Pick<Ports, 'books' | 'sources' | 'reportLate' | 'pause'>;

const PAYMENTS_AT_ONCE_MAX = 500;

/**
 * I1 and returns against the bank itself, both ways: what it lists is booked, and it knows what is booked. A
 * payment that is not booked is taken in first, and reported as late; if it stays missing it is a violation.
 */
export function reconcileBank(needs: Needs) {
  const { books, sources, reportLate } = needs;
  const recheck = recheckMissing(needs);
  const returns = reconcileReturns(needs);

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
    await returns.bookedBetween(bank, window, report);
  };

  async function bookedAsListed(bank: BankSource, window: Window, report: Report) {
    const listed = new Set<string>();
    for await (const page of bank.paidBetween(window)) {
      for (let start = 0; start < page.length; start += PAYMENTS_AT_ONCE_MAX) {
        const payments = page.slice(start, start + PAYMENTS_AT_ONCE_MAX);
        for (const { endToEndId } of payments) listed.add(endToEndId);
        await compare(payments, report);
      }
      await returns.ofPayments(page, report);
    }
    return listed;
  }

  async function compare(payments: readonly PaymentAtBank[], report: Report): Promise<void> {
    let booked = await bookedOf(payments);
    const missing = payments.filter(({ endToEndId }) => !booked.has(endToEndId));
    await recheck(missing, async () => {
      booked = new Map([...booked, ...(await bookedOf(missing))]);
      return missing.every(({ endToEndId }) => booked.has(endToEndId));
    });
    for (const { endToEndId } of missing) {
      if (booked.has(endToEndId)) reportLate('payment', endToEndId);
    }
    for (const payment of payments) {
      paymentProblems(payment, booked.get(payment.endToEndId) ?? [], 'bank').forEach(report);
    }
  }

  async function bookedOf(payments: readonly PaymentAtBank[]): Promise<Map<string, Booked[]>> {
    const booked = await books.ofPayments(payments.map(({ endToEndId }) => endToEndId));
    return Map.groupBy(booked, ({ endToEndId }) => endToEndId ?? '');
  }
}

function unknownToBank({ endToEndId, kind, chargeId }: Booked): Violation {
  const subject = `payment ${endToEndId}${chargeId ? `, charge ${chargeId}` : ''}`;
  const found = `a booked ${kind} without one`;
  return { invariant: 'I1', subject, expected: 'a payment at the bank', found };
}
