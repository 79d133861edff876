import type { RefundMovement as RefundMovementMessage } from '@entrada/contracts/gen/ledger/v1/RefundMovement';
import {
  type Charge,
  ChargeStatus,
  canMove,
  type NOT_PAID,
  type Payment,
} from '../domain/charge.ts';
import { RefundFailure } from '../domain/payment-return.ts';
import { BankStatus, ExceptionKind, type Settlement, settle } from '../domain/settle.ts';

/** A charge as the books know it: all that is fixed when it is made, but for what only the bank knows. */
export type ChargeOnBooks = Omit<
  Charge,
  'txid' | 'emv' | 'expiresAt' | 'creator' | keyof typeof NOT_PAID
>;

export type PaymentBooking = {
  readonly endToEndId: string;
  readonly bookedAs: 'DEPOSIT' | ExceptionKind;
  /** Its charge had expired before it was paid. */
  readonly paidLate: boolean;
  /** Null: it belongs to no charge. */
  readonly charge: ChargeOnBooks | null;
};

/**
 * What the payment was to its charge when the ledger booked it, whatever the restored charge would make of it now. The
 * result does not depend on the order in which payments come back.
 */
export function settleAsBooked(
  before: Charge,
  payment: Payment,
  { bookedAs, paidLate, at }: Pick<PaymentBooking, 'bookedAs' | 'paidLate'> & { readonly at: Date },
): Settlement {
  // Of a surplus alone the deposit was discarded by an operator: the payment completed its charge.
  if (bookedAs === 'DEPOSIT' || bookedAs === ExceptionKind.Overpaid) {
    const settled = settle(before, { status: BankStatus.Unknown, payments: [payment] }, at);
    if (settled.charge.endToEndId !== payment.endToEndId) {
      throw new Error(`the ledger has it as the deposit of a charge that is ${before.status} here`);
    }
    return {
      ...settled,
      charge: {
        ...settled.charge,
        paidLate: before.paidLate || paidLate || settled.charge.paidLate,
      },
    };
  }
  const exception = { kind: bookedAs, amountCents: payment.paidCents };
  const isCanceled =
    bookedAs === ExceptionKind.PaidAfterCancel && canMove(before.status, ChargeStatus.Canceled);
  const charge = {
    ...before,
    receivedCents: before.receivedCents + payment.paidCents,
    ...(isCanceled && { status: ChargeStatus.Canceled }),
  };
  return { before, charge, allocations: [{ payment, completes: false, exception }], at };
}

export type RefundMovement = Readonly<
  Omit<RefundMovementMessage, 'kind' | 'failureCode' | 'at'>
> & {
  readonly kind: 'REFUND_HOLD' | 'REFUND_SETTLE' | 'REFUND_RELEASE';
  /** Null: not failed, or only the text was published. */
  readonly failureCode: RefundFailure['code'] | null;
  readonly at: Date;
};

export type LostRefund = Pick<
  RefundMovement,
  'refundId' | 'accountId' | 'chargeId' | 'endToEndId' | 'valueCents'
> & {
  readonly createdAt: Date;
  /** Null: it is pursued, and the bank says how it ends. */
  readonly failure: RefundFailure | null;
};

/** Refunds as their movements on the books, newest first, tell of them. */
export function refundsOnBooks(movements: readonly RefundMovement[]): readonly LostRefund[] {
  const byRefund = Map.groupBy(movements, ({ refundId }) => refundId);
  return [...byRefund.values()].flatMap((own): LostRefund[] => {
    const first = own.at(-1);
    if (!first) return [];
    const { refundId, accountId, chargeId, endToEndId, at: createdAt } = first;
    const released = own.find(({ kind }) => kind === 'REFUND_RELEASE');
    const isSettled = own.some(({ kind }) => kind === 'REFUND_SETTLE');
    const valueCents = Math.max(...own.map((one) => one.valueCents));
    const failure =
      released && !isSettled
        ? {
            text: released.failure || RefundFailure.BankFailed.text,
            code: released.failureCode ?? ('bank_reason' as const),
          }
        : null;
    return [{ refundId, accountId, chargeId, endToEndId, valueCents, createdAt, failure }];
  });
}

/** The books may hold less of a refund than a row of ours needs; null where they hold enough. */
export function recoveryProblem({ valueCents, endToEndId }: LostRefund): string | null {
  if (valueCents <= 0) return 'the ledger has neither its amount nor its event';
  if (endToEndId === '') return 'the ledger has no deposit for its charge';
  return null;
}
