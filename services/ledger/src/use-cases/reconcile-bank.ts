import { paymentProblems } from '../domain/audit-charge.ts';
import {
  type PaymentAtBank,
  unbookedReturns,
  unmadeReturn,
  unreadReturns,
} from '../domain/audit-returns.ts';
import type { Booking } from '../domain/book.ts';
import type { Window } from '../domain/statement.ts';
import type { Violation } from '../domain/violation.ts';
import type { BankSource, Ports, Report } from '../ports.ts';

type Needs = Pick<Ports, 'books' | 'sources' | 'reportLate' | 'pause' | 'idOf'>;

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
    for await (const credit of books.creditsBetween(window)) {
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

  async function bookedOf(payments: readonly PaymentAtBank[]): Promise<Map<string, Booking[]>> {
    const booked = await books.ofPayments(payments.map(({ endToEndId }) => endToEndId));
    return Map.groupBy(booked, ({ endToEndId }) => endToEndId ?? '');
  }
}

function unknownToBank({ endToEndId, kind, chargeId }: Booking): Violation {
  const subject = `payment ${endToEndId}${chargeId ? `, charge ${chargeId}` : ''}`;
  const found = `a booked ${kind} without one`;
  return { invariant: 'I1', subject, expected: 'a payment at the bank', found };
}

/** Refunds and returns against the bank: what it has returned is booked, and what is booked it has returned. */
export function reconcileReturns(needs: Needs) {
  const { books, reportLate, idOf } = needs;
  const recheck = recheckMissing(needs);

  const problemsOf = async (payments: readonly PaymentAtBank[]) => {
    const booked = await books.returnsOf(payments);
    return new Map(payments.map((payment) => [payment, unbookedReturns(payment, booked, idOf)]));
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
      for (let start = 0; start < payments.length; start += PAYMENTS_AT_ONCE_MAX) {
        await compare(payments.slice(start, start + PAYMENTS_AT_ONCE_MAX), report);
      }
    },
    /** Of what was booked in a window, each asked for at the bank. */
    async bookedBetween(bank: BankSource, window: Window, report: Report): Promise<void> {
      for await (const booked of books.returnsBetween(window)) {
        const { endToEndId } = booked;
        const payment = endToEndId === null ? null : await bank.find(endToEndId);
        const problem = unmadeReturn(booked, payment, idOf);
        if (problem) report(problem);
      }
    },
  };
}

/** What charges finds at the bank is on the books within seconds. */
const LOOK_EVERY_MS = 500;
const LOOKS_MAX = 30;

/** Has charges take in what the bank lists and the books lack, and waits for a while until it is booked. */
function recheckMissing({ sources, pause }: Pick<Needs, 'sources' | 'pause'>) {
  return async (
    missing: readonly PaymentAtBank[],
    isBooked: () => Promise<boolean>,
  ): Promise<void> => {
    if (missing.length === 0 || !sources.recheck) return;
    await sources.recheck(missing);
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      if (await isBooked()) return;
      await pause(LOOK_EVERY_MS);
    }
  };
}
