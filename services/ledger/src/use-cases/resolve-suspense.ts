import { AppError } from '@entrada/platform/errors/app-error';
import { isUnavailable } from '@entrada/platform/errors/unavailable';
import {
  creditedBy,
  type Decision,
  isDecided,
  REFUSALS_MAX,
  Resolution,
  type SuspenseItem,
} from '../domain/suspense.ts';
import type { Ports } from '../ports.ts';
import { postResolution } from './post-resolution.ts';
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
 * The audit log hears of a decision before it is made: none is ever made behind its back. A return
 * is decided first, so that it goes on whatever happens, and only then asked for at the bank.
 */
export function resolveSuspense(needs: Needs) {
  const { transact, noteInAuditLog, isAccount, returnPayment, now, idOf } = needs;
  const pursue = pursueReturn(needs);
  const refuseReturned = refuseWhileReturned(needs);

  /** Nobody can be asked: the return stays as it is and comes due again. */
  const pursueUnlessAway = (item: SuspenseItem): Promise<SuspenseItem> =>
    pursue(item).catch((error: unknown) => {
      if (isUnavailable(error)) return item;
      throw error;
    });

  const refuseImpossible = async (decision: Decision): Promise<void> => {
    if (decision.resolution === Resolution.Refunded) {
      if (!returnPayment) throw nobodyReturnsIt();
    } else if (decision.accountId && !(await isAccount(decision.accountId))) {
      throw noSuchAccount(decision.accountId);
    }
  };

  /** How often its return was refused; none of those returns is alive. */
  const refusalsOf = async ({ exceptionId, decision }: Input): Promise<number> => {
    const item = found(await transact((tx) => tx.lockSuspended(exceptionId)));
    if (item.resolution !== null) return item.refusals;
    await refuseReturned(item, decision);
    const isRefund = decision.resolution === Resolution.Refunded;
    if (isRefund && item.refusals >= REFUSALS_MAX) throw refusedTooOften();
    return item.refusals;
  };

  const decide = (
    { exceptionId, decision, operator, reason }: Input,
    refusals: number,
  ): Promise<Decided> =>
    transact(async (tx) => {
      const item = found(await tx.lockSuspended(exceptionId));
      const creditedTo = creditedBy(item, decision);
      if (isDecided(item, decision, creditedTo)) return { item, isNew: false };
      if (item.refusals !== refusals) throw refusedMeanwhile();

      const at = now();
      const resolution = creditedTo === null ? Resolution.Refunding : Resolution.Credited;
      const decided = { ...item, resolution, creditedTo, failure: null };
      if (creditedTo !== null) await postResolution(tx, decided, { now: at, idOf });
      await tx.decide({ exceptionId, resolution, creditedTo, at, operator, reason });
      return { item: decided, isNew: true };
    });

  return async (input: Input): Promise<SuspenseItem> => {
    const { exceptionId, decision, operator, reason } = input;
    await refuseImpossible(decision);
    const refusals = await refusalsOf(input);
    const isCredit = decision.resolution === Resolution.Credited;
    await noteInAuditLog({
      actor: `operator:${operator}`,
      action: isCredit ? 'suspense.credit' : 'suspense.refund',
      subject: `exception:${exceptionId}`,
      accountId: (isCredit && decision.accountId) || '',
      detail: { reason },
    });
    const { item, isNew } = await decide(input, refusals);
    // One that was decided before is taken further by whoever claims it, and by nobody beside.
    return isNew && item.resolution === Resolution.Refunding ? pursueUnlessAway(item) : item;
  };
}

function found(item: SuspenseItem | null): SuspenseItem {
  if (!item) throw new AppError('NOT_FOUND', 'No such exception');
  return item;
}

function nobodyReturnsIt(): AppError {
  return new AppError('UNAVAILABLE', 'Nobody can return it: CHARGES_ADDRESS is not set');
}

function refusedTooOften(): AppError {
  const reason = 'refused_too_often';
  return new AppError('CONFLICT', `The bank refused to return it ${REFUSALS_MAX} times`, {
    reason,
  });
}

function refusedMeanwhile(): AppError {
  const reason = 'refused_meanwhile';
  return new AppError('CONFLICT', 'The bank has just refused to return it: decide again', {
    reason,
  });
}

function noSuchAccount(accountId: string): AppError {
  const reason = 'account_not_found';
  return new AppError('NOT_FOUND', `No such account: ${accountId}`, { reason });
}
