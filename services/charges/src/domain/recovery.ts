import type { Charge } from './charge.ts';
import { RefundFailure } from './refund-failure.ts';
import type { Booked } from './settle.ts';

/** A charge as the books know it: all that is fixed when it is made, but for what only the bank knows. */
export type ChargeOnBooks = Pick<
  Charge,
  | 'id'
  | 'accountId'
  | 'paymentLinkId'
  | 'value'
  | 'originalValue'
  | 'fee'
  | 'createdAt'
  | 'externalId'
  | 'description'
  | 'feePlan'
  | 'metadata'
>;

export type ReusedExternalId = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly externalId: string;
};

/** What the ledger knows of a payment. */
export type PaymentOnBooks = Booked & {
  readonly charge: ChargeOnBooks | null;
  /** The payment that completed that charge. */
  readonly creditedEndToEndId: string | null;
};

export type RefundMovement = {
  readonly refundId: string;
  readonly accountId: string;
  readonly chargeId: string;
  readonly endToEndId: string;
  readonly kind: 'REFUND_HOLD' | 'REFUND_SETTLE' | 'REFUND_RELEASE';
  readonly valueCents: number;
  readonly failure: string;
  /** Null: not failed, or only the text was published. */
  readonly failureCode: RefundFailure['code'] | null;
  readonly at: Date;
};

export type LostRefund = Pick<
  RefundMovement,
  'refundId' | 'accountId' | 'chargeId' | 'endToEndId' | 'valueCents'
> & {
  readonly createdAt: Date;
  /** Null: it goes on, and the bank says how it ends; a refund that the bank made is only looked at. */
  readonly failure: { readonly text: string; readonly code: RefundFailure['code'] | null } | null;
};

/** Refunds as their movements on the books, oldest first, tell of them. */
export function refundsOnBooks(movements: readonly RefundMovement[]): readonly LostRefund[] {
  const byRefund = Map.groupBy(movements, ({ refundId }) => refundId);
  return [...byRefund.values()].flatMap((own): LostRefund[] => {
    const [first] = own;
    if (!first) return [];
    const { refundId, accountId, chargeId, endToEndId, at: createdAt } = first;
    const released = own.find(({ kind }) => kind === 'REFUND_RELEASE');
    const isSettled = own.some(({ kind }) => kind === 'REFUND_SETTLE');
    const valueCents = Math.max(...own.map((one) => one.valueCents));
    const failure =
      released && !isSettled
        ? { text: released.failure || RefundFailure.BankFailed.text, code: released.failureCode }
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
