import { AppError } from '@entrada/platform/errors/app-error';
import { book, holdersOf } from '../domain/book.ts';
import type { Movement } from '../domain/posting.ts';
import {
  creditedBy,
  type Decision,
  isDecided,
  resolutionOf,
  type SuspenseItem,
} from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'noteInAuditLog' | 'isAccount' | 'now' | 'idOf'>;

type Input = {
  readonly exceptionId: string;
  readonly decision: Decision;
  readonly operator: string;
  readonly reason: string;
};

/** The audit log hears of a decision before it is made: none is ever made behind its back. */
export function resolveSuspense({ transact, noteInAuditLog, isAccount, now, idOf }: Needs) {
  return async (input: Input): Promise<SuspenseItem> => {
    const { exceptionId, decision, operator, reason } = input;
    const accountId = decision.resolution === 'CREDITED' ? decision.accountId : null;
    if (accountId && !(await isAccount(accountId))) {
      throw new AppError('NOT_FOUND', `No such account: ${accountId}`, {
        reason: 'account_not_found',
      });
    }
    await noteInAuditLog({
      actor: `operator:${operator}`,
      action: decision.resolution === 'CREDITED' ? 'suspense.credit' : 'suspense.refund',
      subject: `exception:${exceptionId}`,
      accountId: accountId ?? '',
      detail: { reason },
    });
    return transact(async (tx) => {
      const item = await tx.lockSuspended(exceptionId);
      if (!item) throw new AppError('NOT_FOUND', 'No such exception');
      const creditedTo = creditedBy(item, decision);
      if (isDecided(item, decision, creditedTo)) return item;

      const { chargeId, paymentLinkId } = item;
      const movement: Movement = {
        ...resolutionOf(item, creditedTo),
        id: idOf('resolution', exceptionId),
        holderId: creditedTo ?? item.holderId,
        chargeId,
        paymentLinkId,
        endToEndId: null,
        reference: exceptionId,
        traceId: null,
      };
      const accounts = await tx.lockAccounts(holdersOf(movement));
      const at = now();
      const result = book(accounts, [movement], at);
      await tx.write(result.booked, result.accounts);
      const { resolution } = decision;
      await tx.decide({ exceptionId, resolution, creditedTo, at, operator, reason });
      return { ...item, resolution, creditedTo };
    });
  };
}
