import { type Approved, type AskedDecision, decidedBy } from '@entrada/platform/approvals/decision';
import { AppError } from '@entrada/platform/errors/app-error';
import { isUnavailable } from '@entrada/platform/errors/unavailable';
import {
  creditedBy,
  type Decision,
  decidedAs,
  isDecided,
  leftOf,
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
  | 'recordAudit'
  | 'unrecordedDecisions'
  | 'markRecorded'
  | 'isAccount'
  | 'approvals'
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
  /** What is left of it, as the operator who decided saw it; null: whatever is left. */
  readonly amountCents: number | null;
  readonly reason: string;
  readonly asked: AskedDecision;
};

/**
 * A decision is in the audit log as soon as it is made; of two opposite ones at the same moment only the one that
 * holds. A return is stored first, so that it goes on after a crash, and only then requested from the bank.
 */
export function resolveSuspense(needs: Needs) {
  const { transact, isAccount, approvals, returnPayment, now, idOf } = needs;
  const record = recordDecisions(needs);
  const pursue = pursueReturn(needs);
  const refuseReturned = refuseWhileReturned(needs);

  /** The bank or charges is unavailable: the return stays as it is and comes due again. */
  const pursueOrWait = (item: SuspenseItem): Promise<SuspenseItem> =>
    pursue(item).catch((error: unknown) => {
      orLater(error);
      return item;
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

  const decide = (input: Input, refusals: number, approved: Approved | null): Promise<Decided> =>
    transact(async (tx) => {
      const { exceptionId, decision, asked, reason } = input;
      const item = found(exceptionId, await tx.lockSuspended(exceptionId));
      await tx.consumeApproval(approved);
      const creditedTo = creditedBy(item, decision);
      if (isDecided(item, decision, creditedTo)) return { item, isNew: false };
      if (item.refusals !== refusals) throw refusedMeanwhile();
      requireAmount(item, input.amountCents);

      const at = now();
      const decided = decidedAs(item, creditedTo);
      if (creditedTo !== null) await bookResolution(tx, decided, { now: at, idOf });
      const operator = decidedBy(asked.operator, approved);
      const line = lineOf(input, approved);
      await tx.decide({ ...decided, at, operator, reason, line });
      return { item: decided, isNew: true };
    });

  return async (input: Input): Promise<SuspenseItem> => {
    const { exceptionId, decision, asked } = input;
    const given = asked.approvalId === '' ? null : await approvals.check(asked);
    await refuseImpossible(decision);
    const before = found(exceptionId, await transact((tx) => tx.lockSuspended(exceptionId)));
    if (isDecided(before, decision, creditedBy(before, decision))) {
      await approvals.finish(given);
      return before;
    }
    requireAmount(before, input.amountCents);
    await requireDecidable(before, decision);
    // Only now, so that nobody has to approve what is impossible.
    const approved = given ?? (await approvals.check(asked));
    const { item, isNew } = await decide(input, before.refusals, approved);
    if (isNew) await record(exceptionId).catch(orLater);
    await approvals.finish(approved);
    // One that was decided before is taken further by the process that claims it, and by no other.
    return isNew && item.resolution === Resolution.Refunding ? pursueOrWait(item) : item;
  };
}

/** A job repeats what an unavailable service kept from being done. */
function orLater(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}

const RECORDED_AT_ONCE_MAX = 20;

/** Records in the audit log what was decided, of one payment or of all that a crash left unrecorded. */
export function recordDecisions({ recordAudit, unrecordedDecisions, markRecorded }: RecordNeeds) {
  return async (exceptionId: string | null = null): Promise<void> => {
    for (const decision of await unrecordedDecisions(exceptionId, RECORDED_AT_ONCE_MAX)) {
      await recordAudit(decision.line);
      await markRecorded(decision);
    }
  };
}

type RecordNeeds = Pick<Ports, 'recordAudit' | 'unrecordedDecisions' | 'markRecorded'>;

function lineOf({ exceptionId, decision, asked, reason }: Input, approved: Approved | null) {
  const isCredit = decision.resolution === Resolution.Credited;
  return {
    actor: `operator:${asked.operator}`,
    action: isCredit ? 'suspense.credit' : 'suspense.refund',
    subject: `exception:${exceptionId}`,
    accountId: (isCredit && decision.accountId) || '',
    detail: { reason, ...approved },
  };
}

function found(exceptionId: string, item: SuspenseItem | null): SuspenseItem {
  if (!item) throw new AppError('NOT_FOUND', `Suspended payment not found: ${exceptionId}`);
  return item;
}

function requireAmount(item: SuspenseItem, amountCents: number | null): void {
  if (amountCents === null || amountCents === leftOf(item)) return;
  const message = `The payment has ${leftOf(item)} cents left, not ${amountCents}: decide again`;
  throw new AppError('CONFLICT', message, { reason: 'amount_changed' });
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
