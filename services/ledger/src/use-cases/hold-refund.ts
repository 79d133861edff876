import { AppError } from '@entrada/platform/errors/app-error';
import { book, Uncovered } from '../domain/book.ts';
import {
  holdMovement,
  NOT_RETURNED,
  type Refund,
  type ReturnOnBooks,
  refundBankId,
  returnTransactionId,
} from '../domain/payment-return.ts';
import type { Ports } from '../ports.ts';

/**
 * Holds the amount of a refund. True: it was held or booked before, so the bank may know it. It looks for the refund while
 * the account is locked, so that two callers never hold the amount twice.
 */
export function holdRefund({ transact, now, idOf }: Ports) {
  return (refund: Refund, traceId: string | null): Promise<boolean> =>
    transact(async (tx) => {
      const accounts = await tx.lockAccounts([refund.accountId]);
      const { refundId: returnId, endToEndId } = refund;
      const name = { returnId, endToEndId, bankReturnId: refundBankId(returnId) };
      const known = (await tx.findReturns([name])).get(returnTransactionId(name, idOf));
      if (wasHeldBefore(known ?? NOT_RETURNED, refund)) return true;
      const movements = [holdMovement(refund, { idOf, traceId })];
      await tx.write(covered(() => book(accounts, movements, { now: now(), idOf })));
      return false;
    });
}

/** Throws if another refund has its id, or if it has failed. */
function wasHeldBefore({ held, isReleased, isBooked }: ReturnOnBooks, asked: Refund): boolean {
  const isSame =
    held?.accountId === asked.accountId &&
    held.chargeId === asked.chargeId &&
    held.valueCents === asked.valueCents;
  if (held && !isSame) {
    throw new AppError('INVALID_ARGUMENT', 'A different refund is held under this id');
  }
  if (isBooked) return true;
  if (isReleased) throw failedBefore();
  return held !== null;
}

function covered<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Uncovered)) throw error;
    throw new AppError('CONFLICT', 'Balance does not cover the refund', {
      reason: 'insufficient_balance',
    });
  }
}

function failedBefore(): AppError {
  return new AppError('CONFLICT', 'The refund has failed already: nothing is held for it');
}
