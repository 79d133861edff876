import { AppError } from '@entrada/platform/errors/app-error';
import { book, Uncovered } from '../domain/book.ts';
import { holdMovement } from '../domain/fact.ts';
import { isSameRefund, type Refund } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'now' | 'idOf'>;

/** Looks for the hold behind the account's lock, so that two askers never both set it aside. */
export function holdRefund({ transact, now, idOf }: Needs) {
  return (refund: Refund, traceId: string | null): Promise<void> =>
    transact(async (tx) => {
      const accounts = await tx.lockAccounts([refund.accountId]);
      const held = (await tx.findHolds([refund.refundId])).get(refund.refundId);
      if (held) return refuseOther(held, refund);
      try {
        const result = book(accounts, [holdMovement(refund, idOf, traceId)], now());
        await tx.write(result.booked, result.accounts);
      } catch (error) {
        if (!(error instanceof Uncovered)) throw error;
        throw new AppError('CONFLICT', 'The available balance does not cover the refund', {
          reason: 'insufficient_balance',
        });
      }
    });
}

function refuseOther(held: Refund, asked: Refund): void {
  if (isSameRefund(held, asked)) return;
  throw new AppError('INVALID_ARGUMENT', 'Another refund was held under this id');
}
