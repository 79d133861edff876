/** Why a payment, or the part of it that exceeds the charge, completed no charge. */
export const EXCEPTION_KINDS = [
  'OVERPAID',
  'UNDERPAID',
  'DUPLICATE_PAYMENT',
  'PAID_AFTER_CANCEL',
  'UNKNOWN_TXID',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** How a payment, or a part of it, is booked. */
export type BookingKind = 'DEPOSIT' | ExceptionKind;

/**
 * Which bookings one payment may have together: a deposit and its surplus, in any order, and nothing
 * else. The unique keys of `ledger_transaction` refuse the same pairs.
 */
const MAY_STAND_BESIDE: Readonly<Record<BookingKind, readonly BookingKind[]>> = {
  DEPOSIT: ['OVERPAID'],
  OVERPAID: ['DEPOSIT'],
  UNDERPAID: [],
  DUPLICATE_PAYMENT: [],
  PAID_AFTER_CANCEL: [],
  UNKNOWN_TXID: [],
};

export type PaymentBooking = {
  readonly kind: BookingKind;
  readonly holderId: string;
  readonly chargeId: string | null;
};

/** Why a payment cannot be booked in this way too; null when it can. */
export function bookingProblem(
  booked: readonly PaymentBooking[],
  { kind, chargeId }: Pick<PaymentBooking, 'kind' | 'chargeId'>,
  endToEndId: string,
): string | null {
  const other = booked.find(
    (one) => !MAY_STAND_BESIDE[kind].includes(one.kind) || one.chargeId !== chargeId,
  );
  if (!other) return null;
  const charge = other.chargeId ? ` of charge ${other.chargeId}` : '';
  return `payment ${endToEndId} is already booked as ${other.kind}${charge}; it cannot also be booked as ${kind}`;
}

/** What is still in suspense of a payment, and what was decided about it. */
export type InSuspense = {
  readonly exceptionId: string;
  readonly holderId: string;
  /** Zero once it is credited or has gone back. */
  readonly leftCents: number;
  readonly creditedTo: string | null;
  /** The return that an operator decided and that has not ended; null: none. */
  readonly returnId: string | null;
  /** A return that an operator decided has failed. */
  readonly hasFailed: boolean;
};

/** One payment on the books. */
export type PaymentOnBooks = {
  readonly bookings: readonly PaymentBooking[];
  readonly suspended: InSuspense | null;
};

export const NOT_ON_BOOKS: PaymentOnBooks = { bookings: [], suspended: null };
