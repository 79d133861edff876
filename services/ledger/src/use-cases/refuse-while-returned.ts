import { AppError } from '@entrada/platform/errors/app-error';
import { returnedOnBooks } from '../domain/audit-returns.ts';
import { MovementKind } from '../domain/posting.ts';
import {
  type Decision,
  REFUSALS_MAX,
  Resolution,
  returnOf,
  type SuspenseItem,
} from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { bookLateReturn } from './book-late-return.ts';
import { livesOn } from './pursue-return.ts';

const OF_REFUNDS: ReadonlySet<MovementKind> = new Set([
  MovementKind.RefundHold,
  MovementKind.RefundSettle,
  MovementKind.RefundRelease,
]);

type Needs = Pick<
  Ports,
  'statusOfReturn' | 'sources' | 'books' | 'report' | 'transact' | 'now' | 'idOf'
>;

/**
 * Refuses a decision about money that the bank returns or has returned, or while that is unknown. A bank
 * may make a return that it refused before, and restored books do not know every return that was
 * requested: so the bank is asked about all of them.
 */
export function refuseWhileReturned(needs: Needs) {
  const { statusOfReturn, sources, books, report, idOf } = needs;
  const bookReturn = bookLateReturn(needs);

  const refuse = (item: SuspenseItem, status: 'PROCESSING' | 'SETTLED'): never => {
    report(livesOn(item, { status }));
    throw isReturned();
  };

  async function refuseEarlier(item: SuspenseItem): Promise<void> {
    if (item.refusals === 0) return;
    if (!statusOfReturn) throw statusNotConfigured();
    const earlier = Array.from({ length: item.refusals }, (_, nth) => returnOf(item, nth, idOf));
    const found = await Promise.all(
      earlier.map(async (one) => ({ ...one, ...(await statusOfReturn(one)) })),
    );
    if (found.some(({ status }) => status === 'PROCESSING')) refuse(item, 'PROCESSING');
    const made = found.filter(({ status }) => status === 'SETTLED');
    for (const one of made) if (await bookReturn(item, one)) refuse(item, 'SETTLED');
  }

  /** Ids of returns are numbered: the first that the bank does not know was never asked for. */
  async function refuseLater(item: SuspenseItem): Promise<void> {
    if (!statusOfReturn) return;
    for (let nth = item.refusals; nth <= REFUSALS_MAX; nth += 1) {
      const { status } = await statusOfReturn(returnOf(item, nth, idOf));
      if (status === 'UNKNOWN') return;
      if (status !== 'FAILED') refuse(item, status);
    }
  }

  async function refuseReturnedByBank(item: SuspenseItem): Promise<void> {
    const { bank } = sources;
    if (!bank) return;
    const payment = await bank.find(item.endToEndId);
    if (payment && payment.unreadReturns.length > 0) throw isUnreadable();
    const returnedCents = (payment?.returns ?? []).reduce((sum, one) => sum + one.valueCents, 0);
    if (returnedCents > (await knownReturnedCents(item))) refuse(item, 'SETTLED');
  }

  /** A surplus shares its payment with a deposit; refunds of that charge return the deposit. */
  async function knownReturnedCents(item: SuspenseItem): Promise<number> {
    const byBank = returnedOnBooks(await books.ofPayments([item.endToEndId]));
    if (item.kind !== 'OVERPAID' || item.chargeId === null) return byBank;
    const ofCharge = await books.ofCharges([item.chargeId]);
    return byBank + returnedOnBooks(ofCharge.filter(({ kind }) => OF_REFUNDS.has(kind)));
  }

  return async (item: SuspenseItem, decision: Decision): Promise<void> => {
    await refuseEarlier(item);
    if (decision.resolution !== Resolution.Credited) return;
    await refuseLater(item);
    await refuseReturnedByBank(item);
  };
}

function statusNotConfigured(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The bank cannot be asked about earlier returns of this payment: set CHARGES_ADDRESS of the ledger',
  );
}

function isUnreadable(): AppError {
  const message =
    'The bank reports a return of this payment that cannot be read: ask the bank what it is before you decide';
  return new AppError('CONFLICT', message, { reason: 'return_unreadable' });
}

function isReturned(): AppError {
  const reason = 'return_under_way';
  const message =
    'The bank is returning or has returned this payment: wait until that return is booked';
  return new AppError('CONFLICT', message, { reason });
}
