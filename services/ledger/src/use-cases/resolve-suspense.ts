import { AppError } from '@entrada/platform/errors/app-error';
import { book, holdersOf } from '../domain/book.ts';
import {
  creditedBy,
  type Decision,
  isDecided,
  Resolution,
  resolutionMovement,
  type SuspenseItem,
} from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { pursueReturn } from './pursue-return.ts';
import { unlessAway } from './track-returns.ts';

type Needs = Pick<
  Ports,
  'transact' | 'noteInAuditLog' | 'isAccount' | 'returnPayment' | 'now' | 'idOf'
>;

type Input = {
  readonly exceptionId: string;
  readonly decision: Decision;
  readonly operator: string;
  readonly reason: string;
};

/**
 * The audit log hears of a decision before it is made: none is ever made behind its back. A return
 * is decided first, so that it goes on whatever happens, and only then asked for at the bank.
 */
export function resolveSuspense(needs: Needs) {
  const { transact, noteInAuditLog, isAccount, returnPayment, now, idOf } = needs;
  const pursue = pursueReturn(needs);

  const refuseImpossible = async (decision: Decision): Promise<void> => {
    if (decision.resolution === Resolution.Refunded) {
      if (!returnPayment) throw nobodyReturnsIt();
    } else if (decision.accountId && !(await isAccount(decision.accountId))) {
      throw noSuchAccount(decision.accountId);
    }
  };

  const decide = ({ exceptionId, decision, operator, reason }: Input): Promise<SuspenseItem> =>
    transact(async (tx) => {
      const item = await tx.lockSuspended(exceptionId);
      if (!item) throw new AppError('NOT_FOUND', 'No such exception');
      const creditedTo = creditedBy(item, decision);
      if (isDecided(item, decision, creditedTo)) return item;

      const at = now();
      if (creditedTo !== null) {
        const movement = resolutionMovement(item, creditedTo, idOf);
        const accounts = await tx.lockAccounts(holdersOf(movement));
        const result = book(accounts, [movement], at);
        await tx.write(result.booked, result.accounts);
      }
      const resolution = creditedTo === null ? Resolution.Refunding : Resolution.Credited;
      await tx.decide({ exceptionId, resolution, creditedTo, at, operator, reason });
      return { ...item, resolution, creditedTo, failure: null };
    });

  return async (input: Input): Promise<SuspenseItem> => {
    const { exceptionId, decision, operator, reason } = input;
    await refuseImpossible(decision);
    const isCredit = decision.resolution === Resolution.Credited;
    await noteInAuditLog({
      actor: `operator:${operator}`,
      action: isCredit ? 'suspense.credit' : 'suspense.refund',
      subject: `exception:${exceptionId}`,
      accountId: (isCredit && decision.accountId) || '',
      detail: { reason },
    });
    const item = await decide(input);
    return item.resolution === Resolution.Refunding ? unlessAway(pursue, item) : item;
  };
}

function nobodyReturnsIt(): AppError {
  return new AppError('UNAVAILABLE', 'Nobody can return it: CHARGES_ADDRESS is not set');
}

function noSuchAccount(accountId: string): AppError {
  const reason = 'account_not_found';
  return new AppError('NOT_FOUND', `No such account: ${accountId}`, { reason });
}
