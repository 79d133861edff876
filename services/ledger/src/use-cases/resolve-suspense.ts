import { type AskedDecision, decidedBy, type TwoPersonApproval } from '@entrada/approvals/decision';
import { AppError, eachUnlessUnavailable, isUnavailable } from '@entrada/platform/errors/app-error';
import { returnedOnBooks } from '../domain/audit-returns.ts';
import { book, holdersOf } from '../domain/book.ts';
import {
  creditedBy,
  creditMovement,
  type Decision,
  decidedAs,
  isDecided,
  leftOf,
  Resolution,
  type SuspenseItem,
} from '../domain/suspense.ts';
import type { OpenBooks, Ports } from '../ports.ts';

type Outcome = { readonly item: SuspenseItem; readonly isNew: boolean };

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
 * holds. A return is stored first, so that it goes on after a crash, and only then handed over to charges.
 */
export function resolveSuspense(needs: Ports) {
  const { transact, isAccount, approvals, returnPayment, now, idOf } = needs;
  const record = recordDecisions(needs);
  const hand = handOver(needs);
  const requireStill = requireStillHere(needs);

  const refuseImpossible = async (decision: Decision): Promise<void> => {
    if (decision.resolution === Resolution.Refunded) {
      if (!returnPayment) throw returnsNotConfigured();
    } else if (decision.accountId && !(await isAccount(decision.accountId))) {
      throw accountNotFound();
    }
  };

  const credit = async (tx: OpenBooks, item: SuspenseItem, at: Date): Promise<void> => {
    const movement = creditMovement(item, idOf);
    const accounts = await tx.lockAccounts(holdersOf(movement));
    const result = book(accounts, [movement], { now: at, idOf });
    const booked = result.booked.find(({ id }) => id === movement.id);
    if (!booked) throw new Error(`the decision about ${item.exceptionId} was not booked`);
    const message = await tx.exceptionMessage(item.exceptionId);
    const published = [{ type: 'resolved' as const, item, message, booked }];
    await tx.write({ ...result, published });
  };

  const decide = (input: Input, approved: TwoPersonApproval | null): Promise<Outcome> =>
    transact(async (tx) => {
      const { exceptionId, decision, asked, reason } = input;
      const item = found(exceptionId, await tx.lockSuspended(exceptionId));
      await tx.consumeApproval(approved);
      const creditedTo = creditedBy(item, decision);
      if (isDecided(item, decision, creditedTo)) return { item, isNew: false };
      requireAmount(item, input.amountCents);

      const at = now();
      // Each decision has a return of its own: what the bank refused once is never asked for again under its id.
      const returnId = idOf('suspense-return', `${exceptionId} ${at.toISOString()}`);
      const decided = decidedAs(item, creditedTo, returnId);
      if (creditedTo !== null) await credit(tx, decided, at);
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
    await requireStill(before);
    // Only now, so that nobody has to approve what is impossible.
    const approved = given ?? (await approvals.check(asked));
    const { item, isNew } = await decide(input, approved);
    if (isNew) await record(exceptionId).catch(orLater);
    await approvals.finish(approved);
    // Charges or the bank may be unavailable: the return stays as it is and comes due again.
    if (isNew) await hand(item).catch(orLater);
    return item;
  };
}

/**
 * Refuses a decision about money that the bank returns or has returned and the books do not know of, or while that is
 * unknown: a bank may make a return that it refused before, and restored books do not know every one that was requested.
 */
function requireStillHere({ returnedAtBank, books, report }: Ports) {
  return async ({ endToEndId, exceptionId }: SuspenseItem): Promise<void> => {
    if (!returnedAtBank) return;
    const returnedCents = await returnedAtBank(endToEndId);
    const knownCents = returnedOnBooks(await books.ofPayments([endToEndId]));
    if (returnedCents <= knownCents) return;
    const subject = `payment ${endToEndId}, exception ${exceptionId}`;
    const expected = `${knownCents} cents returned, as on the books`;
    report({ invariant: 'returns', subject, expected, found: `${returnedCents} at the bank` });
    throw isReturned();
  };
}

/**
 * Charges has the bank return a payment and publishes how that ends. It is asked again and again until it ends, so that
 * a restore of its database loses no decision.
 */
function handOver({ returnPayment }: Ports) {
  return async (item: SuspenseItem): Promise<void> => {
    const { endToEndId, returnId, askedCents } = item;
    if (!returnPayment || returnId === null || askedCents === null) return;
    await returnPayment({ returnId, endToEndId, valueCents: askedCents });
  };
}

const HANDED_OVER_AT_ONCE_MAX = 20;

/** Hands over what is due, and records decisions that a crash left unrecorded. True if more are due. */
export function handOverReturns(needs: Ports) {
  const hand = handOver(needs);
  const record = recordDecisions(needs);
  return async (): Promise<boolean> => {
    await record();
    if (!needs.returnPayment) return false;
    const due = await needs.claimReturns(HANDED_OVER_AT_ONCE_MAX);
    await eachUnlessUnavailable(due, hand);
    return due.length === HANDED_OVER_AT_ONCE_MAX;
  };
}

/** A job repeats what an unavailable service kept from being done. */
function orLater(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}

const RECORDED_AT_ONCE_MAX = 20;

/** Records in the audit log what was decided, of one payment or of all that a crash left unrecorded. */
function recordDecisions({ recordAudit, unrecordedDecisions, markRecorded }: Ports) {
  return async (exceptionId: string | null = null): Promise<void> => {
    for (const decision of await unrecordedDecisions(exceptionId, RECORDED_AT_ONCE_MAX)) {
      await recordAudit(decision.line);
      await markRecorded(decision);
    }
  };
}

function lineOf(
  { exceptionId, decision, asked, reason }: Input,
  approved: TwoPersonApproval | null,
) {
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

function isReturned(): AppError {
  const reason = 'return_under_way';
  const message =
    'The bank is returning or has returned this payment: wait until that return is booked';
  return new AppError('CONFLICT', message, { reason });
}

function accountNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Account not found', { reason: 'account_not_found' });
}
