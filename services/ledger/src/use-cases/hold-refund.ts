import { AppError } from '@entrada/platform/errors/app-error';
import { book, Uncovered } from '../domain/book.ts';
import { isSameRefund, type Refund, type RefundOnBooks } from '../domain/refund.ts';
import { holdMovement } from '../domain/refund-movements.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'now' | 'idOf'>;

/**
 * Looks for the hold and the end of the refund while the account is locked, so that two callers never hold
 * the amount twice, and nothing is held for a refund that has ended.
 */
export function holdRefund({ transact, now, idOf }: Needs) {
  return (refund: Refund, traceId: string | null): Promise<void> =>
    transact(async (tx) => {
      const accounts = await tx.lockAccounts([refund.accountId]);
      const { refundId, chargeId } = refund;
      const known = (await tx.findRefunds([{ refundId, chargeId }])).get(refundId);
      if (isHeld(known, refund)) return;
      const movements = [holdMovement(refund, idOf, traceId)];
      await tx.write(covered(() => book(accounts, movements, { now: now(), idOf })));
    });
}

function isHeld(known: RefundOnBooks | undefined, asked: Refund): boolean {
  if (known?.held && !isSameRefund(known.held, asked)) {
    throw new AppError('INVALID_ARGUMENT', 'A different refund is held under this id');
  }
  if (known?.end === 'FAILED') throw hasFailed();
  if (known?.end === 'SETTLED' && !known.held) throw isReturned();
  return known?.held !== null && known !== undefined;
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

/** After a restore of both databases the bank may have made a refund that neither remembers. */
function isReturned(): AppError {
  return new AppError('CONFLICT', 'The bank has already returned this money to the payer');
}

function hasFailed(): AppError {
  return new AppError('CONFLICT', 'The refund has failed already: nothing is held for it');
}
