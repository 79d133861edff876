import { AppError } from '@entrada/platform/errors/app-error';
import { type FoundReturn, Resolution, returnOf, type SuspenseItem } from '../domain/suspense.ts';
import type { Violation } from '../domain/violation.ts';
import type { OpenBooks, Ports, ReturnStatus } from '../ports.ts';
import { bookLateReturn } from './book-late-return.ts';
import { bookResolution } from './book-resolution.ts';
import { takeReturned } from './take-returned.ts';

type Needs = Pick<
  Ports,
  'transact' | 'returnPayment' | 'statusOfReturn' | 'report' | 'now' | 'idOf'
>;

const OTHER_AMOUNT = 'The bank has this return with another amount';

/**
 * Takes the return of a payment one step further; only the process that decided or claimed it does this. A
 * step may be repeated: the bank recognizes the return by its id, and it is booked once.
 */
export function pursueReturn(needs: Needs) {
  const { transact, returnPayment, statusOfReturn, report, now, idOf } = needs;
  const bookReturn = bookLateReturn(needs);

  const take = (item: SuspenseItem, reply: ReturnStatus): Promise<SuspenseItem> =>
    transact(async (tx) => {
      const current = await tx.lockSuspended(item.exceptionId);
      if (!current) throw new Error(`exception ${item.exceptionId} is gone`);
      if (isUnderWay(current, item)) return end(tx, current, reply);
      // The bank returns money about which something else has been booked meanwhile.
      if (reply.status !== 'FAILED' && !isBooked(current, item)) report(livesOn(item, reply));
      return current;
    });

  const end = async (tx: OpenBooks, item: SuspenseItem, reply: ReturnStatus) => {
    if (reply.status === 'PROCESSING') return item;
    if (reply.status === 'FAILED') {
      await tx.endReturn(item.exceptionId, reply.failure);
      const refused = { ...item, resolution: null, askedCents: null, failure: reply.failure };
      return takeReturned(tx, { ...refused, refusals: item.refusals + 1 }, { now: now(), idOf });
    }
    const returned = { ...item, resolution: Resolution.Refunded };
    await bookResolution(tx, returned, { now: now(), idOf });
    await tx.endReturn(item.exceptionId, null);
    return returned;
  };

  /**
   * The bank gave no usable response, maybe because it knows the return with another amount: it was asked
   * for by books that knew more. What has settled leaves the books with the bank's amount.
   */
  const explain = async (item: SuspenseItem, error: unknown): Promise<SuspenseItem> => {
    if (!statusOfReturn || !isBadResponse(error)) throw error;
    const asked = returnOf(item, item.refusals, idOf);
    const found = await statusOfReturn(asked);
    const isAlive = found.status === 'PROCESSING' || found.status === 'SETTLED';
    if (!isAlive || found.valueCents === asked.valueCents) throw error;
    report(differs(item, asked.valueCents, found));
    if (found.status === 'PROCESSING') return item;
    const ended = await take(item, { status: 'FAILED', failure: OTHER_AMOUNT });
    await bookReturn(ended, { ...asked, valueCents: found.valueCents });
    return (await transact((tx) => tx.lockSuspended(item.exceptionId))) ?? ended;
  };

  return async (item: SuspenseItem): Promise<SuspenseItem> => {
    if (!returnPayment) return item;
    const asked = returnPayment(returnOf(item, item.refusals, idOf));
    return asked.then(
      (reply) => take(item, reply),
      (error: unknown) => explain(item, error),
    );
  };
}

function isBadResponse(error: unknown): boolean {
  return error instanceof AppError && error.code === 'BAD_UPSTREAM';
}

function differs(item: SuspenseItem, askedCents: number, found: FoundReturn): Violation {
  const subject = `payment ${item.endToEndId}, exception ${item.exceptionId}`;
  const expected = `a return of ${askedCents} cents`;
  const { status, valueCents } = found;
  return { invariant: 'returns', subject, expected, found: `${valueCents} cents, ${status}` };
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
