import { book, holdersOf } from '../domain/book.ts';
import { Resolution, resolutionMovement, type SuspenseItem } from '../domain/suspense.ts';
import type { Ports, ReturnStatus } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'returnPayment' | 'now' | 'idOf'>;

/**
 * Takes the return of a payment one step further. Every step may be repeated, by a retry or by
 * another replica: the bank knows the return by its id, and it leaves the books once.
 */
export function pursueReturn({ transact, returnPayment, now, idOf }: Needs) {
  const end = (item: SuspenseItem, answer: ReturnStatus): Promise<SuspenseItem> =>
    transact(async (tx) => {
      const { exceptionId } = item;
      const current = await tx.lockSuspended(exceptionId);
      const isSame =
        current?.resolution === Resolution.Refunding && current.refusals === item.refusals;
      if (!isSame) return current ?? item;
      if (answer.status === 'FAILED') {
        await tx.endReturn(exceptionId, answer.failure);
        const { failure } = answer;
        return { ...current, resolution: null, failure, refusals: current.refusals + 1 };
      }
      const movement = resolutionMovement(current, null, idOf);
      const accounts = await tx.lockAccounts(holdersOf(movement));
      const result = book(accounts, [movement], now());
      await tx.write(result.booked, result.accounts);
      await tx.endReturn(exceptionId, null);
      return { ...current, resolution: Resolution.Refunded };
    });

  return async (item: SuspenseItem): Promise<SuspenseItem> => {
    if (!returnPayment) return item;
    const { exceptionId, endToEndId, amountCents: valueCents, refusals } = item;
    const refundId = idOf('suspense-return', `${exceptionId} ${refusals}`).replaceAll('-', '');
    const answer = await returnPayment({ refundId, endToEndId, valueCents });
    return answer.status === 'PROCESSING' ? item : end(item, answer);
  };
}
