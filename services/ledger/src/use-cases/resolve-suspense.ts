import { AppError } from '@entrada/platform/errors/app-error';
import { isUnavailable } from '@entrada/platform/errors/unavailable';
import {
  creditedBy,
  type Decision,
  decidedAs,
  isDecided,
  REFUSALS_MAX,
  Resolution,
  type SuspenseItem,
} from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { bookResolution } from './book-resolution.ts';
import { pursueReturn } from './pursue-return.ts';
import { refuseWhileReturned } from './refuse-while-returned.ts';

type Needs = Pick<
  Ports,
  | 'transact'
  | 'noteInAuditLog'
  | 'isAccount'
  | 'returnPayment'
  | 'statusOfReturn'
  | 'sources'
  | 'books'
  | 'report'
  | 'now'
  | 'idOf'
>;

type Decided = { readonly item: SuspenseItem; readonly isNew: boolean };

type Input = {
  readonly exceptionId: string;
  readonly decision: Decision;
  readonly operator: string;
  readonly reason: string;
};

/**
 * A decision is in the audit log before it is made; repeating it later adds no second line. A return is stored
 * first, so that it goes on after a crash, and only then requested from the bank.
 */
export function resolveSuspense(needs: Needs) {
  const { transact, noteInAuditLog, isAccount, returnPayment, now, idOf } = needs;
  const pursue = pursueReturn(needs);
  const refuseReturned = refuseWhileReturned(needs);

  /** The bank or charges is unavailable: the return stays as it is and comes due again. */
  const pursueOrWait = (item: SuspenseItem): Promise<SuspenseItem> =>
    pursue(item).catch((error: unknown) => {
      if (isUnavailable(error)) return item;
      throw error;
    });

  const refuseImpossible = async (decision: Decision): Promise<void> => {
    if (decision.resolution === Resolution.Refunded) {
      if (!returnPayment) throw returnsNotConfigured();
    } else if (decision.accountId && !(await isAccount(decision.accountId))) {
      throw accountNotFound();
    }
  };

  /** Refuses if the bank returns or has returned the money, or has refused to return it too often. */
  const requireDecidable = async (item: SuspenseItem, decision: Decision): Promise<void> => {
    await refuseReturned(item, decision);
    const isRefund = decision.resolution === Resolution.Refunded;
    if (isRefund && item.refusals >= REFUSALS_MAX) throw refusedTooOften();
  };

  const note = ({ exceptionId, decision, operator, reason }: Input): Promise<void> => {
    const isCredit = decision.resolution === Resolution.Credited;
    return noteInAuditLog({
      actor: `operator:${operator}`,
      action: isCredit ? 'suspense.credit' : 'suspense.refund',
      subject: `exception:${exceptionId}`,
      accountId: (isCredit && decision.accountId) || '',
      detail: { reason },
    });
  };

  const decide = (input: Input, refusals: number): Promise<Decided> =>
    transact(async (tx) => {
      const { exceptionId, decision, operator, reason } = input;
      const item = found(exceptionId, await tx.lockSuspended(exceptionId));
      const creditedTo = creditedBy(item, decision);
      if (isDecided(item, decision, creditedTo)) return { item, isNew: false };
      if (item.refusals !== refusals) throw refusedMeanwhile();

      const at = now();
      const decided = decidedAs(item, creditedTo);
      if (creditedTo !== null) await bookResolution(tx, decided, { now: at, idOf });
      await tx.decide({ ...decided, at, operator, reason });
      return { item: decided, isNew: true };
    });

  return async (input: Input): Promise<SuspenseItem> => {
    const { exceptionId, decision } = input;
    await refuseImpossible(decision);
    const before = found(exceptionId, await transact((tx) => tx.lockSuspended(exceptionId)));
    if (isDecided(before, decision, creditedBy(before, decision))) return before;
    await requireDecidable(before, decision);
    // Outside of the transaction: of several equal decisions at the same moment, each is logged.
    await note(input);
    const { item, isNew } = await decide(input, before.refusals);
    // One that was decided before is taken further by the process that claims it, and by no other.
    return isNew && item.resolution === Resolution.Refunding ? pursueOrWait(item) : item;
  };
}

function found(exceptionId: string, item: SuspenseItem | null): SuspenseItem {
  if (!item) throw new AppError('NOT_FOUND', `Suspended payment not found: ${exceptionId}`);
  return item;
}

function returnsNotConfigured(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The bank cannot be asked to return payments: set CHARGES_ADDRESS of the ledger',
  );
}

function refusedTooOften(): AppError {
  const reason = 'refused_too_often';
  const message = `The bank refused to return this payment ${REFUSALS_MAX} times: credit it to an account`;
  return new AppError('CONFLICT', message, { reason });
}

function refusedMeanwhile(): AppError {
  const reason = 'refused_meanwhile';
  const message = 'The bank has just refused to return this payment: decide again';
  return new AppError('CONFLICT', message, { reason });
}

function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Account not found', { reason: 'account_not_found' });
}
