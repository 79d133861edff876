import type { Requester } from '@entrada/platform/identity/requester';
import type { Charge } from '../domain/charge.ts';
import type { Idempotency } from '../domain/client-text.ts';
import type { LostRefund, PaymentOnBooks, RefundMovement } from '../domain/recovery.ts';
import type { Refund } from '../domain/refund.ts';

export type Refunds = {
  /** For one that a restore of the database lost; false where it is there. */
  insertAgain(refund: LostRefund): Promise<boolean>;
  find(id: string): Promise<Refund | null>;
  /** Remembers that the ledger holds its money. False when it has ended. */
  markHeld(id: string): Promise<boolean>;
  claimDue(now: Date, limit: number): Promise<readonly Refund[]>;
  /** The bank has news of refunds of this charge: they are due now. */
  expedite(chargeId: string, now: Date): Promise<void>;
};

/** What a refund was asked for with. */
export type RefundRequest = Idempotency & {
  readonly requester: Requester;
  /** The day on whose limits it counts; null: nothing limits it. */
  readonly countedOn: Date | null;
};

export type Ledger = {
  /** False when the balance does not cover it. Repeatable. */
  holdRefund(refund: Refund, charge: Charge): Promise<boolean>;
  /** With a charge also which payment completed that one, where this payment is not booked. */
  paymentOnBooks(endToEndId: string, chargeId?: string): Promise<PaymentOnBooks>;
  /** Holds and ends of refunds since then, or of one charge, oldest first, in pages. */
  refundMovements(
    of: { readonly from: Date } | { readonly chargeId: string },
  ): AsyncIterable<readonly RefundMovement[]>;
};
