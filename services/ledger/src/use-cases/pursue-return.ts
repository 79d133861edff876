import { Resolution, returnOf, type SuspenseItem } from '../domain/suspense.ts';
import type { Violation } from '../domain/violation.ts';
import type { OpenBooks, Ports, ReturnStatus } from '../ports.ts';
import { postResolution } from './post-resolution.ts';
import { takeReturned } from './take-returned.ts';

type Needs = Pick<Ports, 'transact' | 'returnPayment' | 'report' | 'now' | 'idOf'>;

/**
 * Takes the return of a payment one step further; only the process that decided or claimed it does. A step
 * may be repeated all the same: the bank knows the return by its id, and it leaves the books once.
 */
export function pursueReturn({ transact, returnPayment, report, now, idOf }: Needs) {
  const take = (item: SuspenseItem, answer: ReturnStatus): Promise<SuspenseItem> =>
    transact(async (tx) => {
      const current = await tx.lockSuspended(item.exceptionId);
      if (!current) throw new Error(`exception ${item.exceptionId} is gone`);
      if (isUnderWay(current, item)) return end(tx, current, answer);
      // Money goes back that the books think of otherwise by now.
      if (answer.status !== 'FAILED' && !isBooked(current, item)) report(livesOn(item, answer));
      return current;
    });

  const end = async (tx: OpenBooks, item: SuspenseItem, answer: ReturnStatus) => {
    if (answer.status === 'PROCESSING') return item;
    if (answer.status === 'FAILED') {
      await tx.endReturn(item.exceptionId, answer.failure);
      const refused = { ...item, resolution: null, askedCents: null, failure: answer.failure };
      return takeReturned(tx, { ...refused, refusals: item.refusals + 1 }, { now: now(), idOf });
    }
    const returned = { ...item, resolution: Resolution.Refunded };
    await postResolution(tx, returned, { now: now(), idOf });
    await tx.endReturn(item.exceptionId, null);
    return returned;
  };

  return async (item: SuspenseItem): Promise<SuspenseItem> => {
    if (!returnPayment) return item;
    return take(item, await returnPayment(returnOf(item, item.refusals, idOf)));
  };
}

function isUnderWay(current: SuspenseItem, { refusals }: SuspenseItem): boolean {
  return current.refusals === refusals && current.resolution === Resolution.Refunding;
}

function isBooked(current: SuspenseItem, { refusals }: SuspenseItem): boolean {
  return current.refusals === refusals && current.resolution === Resolution.Refunded;
}

export function livesOn(
  { exceptionId, endToEndId }: SuspenseItem,
  { status }: Pick<ReturnStatus, 'status'>,
): Violation {
  const subject = `payment ${endToEndId}, exception ${exceptionId}`;
  const expected = 'a return that the bank has refused';
  return { invariant: 'returns', subject, expected, found: `${status} at the bank` };
}
