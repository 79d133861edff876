import type { ChargeSummaryInput } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { BookingKind } from './payment-bookings.ts';
import type { MovementKind } from './posting.ts';

/** What the books know of a payment, for charges that lost its record of it. */
export type PaymentRecord = {
  /** The message of charges about the charge; null: it belongs to none, or is not booked. */
  readonly charge: ChargeSummaryInput | null;
  readonly creditedEndToEndId: string | null;
  readonly refundIds: readonly string[];
  /** The exception under which it, or its surplus, went to suspense. */
  readonly exceptionId: string | null;
  /** How the whole payment, or the part that completed a charge, is booked; null: it is not. */
  readonly bookedAs: BookingKind | null;
  readonly paidLate: boolean;
};

export type RefundMovement = {
  readonly transactionId: string;
  readonly refundId: string;
  readonly accountId: string;
  readonly chargeId: string;
  readonly endToEndId: string;
  readonly kind: MovementKind;
  readonly valueCents: number;
  readonly failure: string;
  readonly failureCode: string;
  readonly at: Date;
  readonly moved: boolean;
};

export type MovementQuery = {
  /** Null: from the first. */
  readonly from: Date | null;
  /** Null: of every charge. */
  readonly chargeId: string | null;
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
};
