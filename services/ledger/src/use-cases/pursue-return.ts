import { book, holdersOf } from '../domain/book.ts';
import { Resolution, resolutionMovement, returnOf, type SuspenseItem } from '../domain/suspense.ts';
import type { Violation } from '../domain/violation.ts';
import type { LedgerTransaction, Ports, ReturnStatus } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'returnPayment' | 'tell' | 'now' | 'idOf'>;

/**
 * Takes the return of a payment one step further; only whoever decided or claimed it does. A step
 * may be repeated all the same: the bank knows the return by its id, and it leaves the books once.
 */
export function pursueReturn({ transact, returnPayment, tell, now, idOf }: Needs) {
  const take = (item: SuspenseItem, answer: ReturnStatus): Promise<SuspenseItem> =>
    transact(async (tx) => {
      const current = await tx.lockSuspended(item.exceptionId);
      if (!current) throw new Error(`exception ${item.exceptionId} is gone`);
      const isSame = current.refusals === item.refusals;
      if (isSame && current.resolution === Resolution.Refunding) return end(tx, current, answer);
      const isBooked = isSame && current.resolution === Resolution.Refunded;
      // Money goes back that the books think of otherwise by now.
      if (answer.status !== 'FAILED' && !isBooked) tell(livesOn(item, answer));
      return current;
    });

  const end = async (tx: LedgerTransaction, item: SuspenseItem, answer: ReturnStatus) => {
    if (answer.status === 'PROCESSING') return item;
    if (answer.status === 'FAILED') {
      await tx.endReturn(item.exceptionId, answer.failure);
      return { ...item, resolution: null, failure: answer.failure, refusals: item.refusals + 1 };
    }
    const movement = resolutionMovement(item, null, idOf);
    const accounts = await tx.lockAccounts(holdersOf(movement));
    const result = book(accounts, [movement], now());
    await tx.write(result.booked, result.accounts);
    await tx.endReturn(item.exceptionId, null);
    return { ...item, resolution: Resolution.Refunded };
  };

  return async (item: SuspenseItem): Promise<SuspenseItem> => {
    if (!returnPayment) return item;
    return take(item, await returnPayment(returnOf(item, item.refusals, idOf)));
  };
}

export function livesOn(
  { exceptionId, endToEndId }: SuspenseItem,
  { status }: Pick<ReturnStatus, 'status'>,
): Violation {
  const subject = `payment ${endToEndId}, exception ${exceptionId}`;
  const expected = 'a return that the bank has refused';
  return { invariant: 'returns', subject, expected, found: `${status} at the bank` };
}
