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
 * else. The unique keys of migration 0008 refuse the same pairs.
 */
export const MAY_STAND_BESIDE: Readonly<Record<BookingKind, readonly BookingKind[]>> = {
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

/** What is still in suspense of a payment, and who was credited with it. */
export type InSuspense = {
  readonly exceptionId: string;
  readonly holderId: string;
  /** Zero while we return it ourselves: all of it was requested from the bank. */
  readonly leftCents: number;
  readonly creditedTo: string | null;
  /** Number of our return that is under way or made; so many were refused before it. Null: none. */
  readonly returnNumber: number | null;
  /** Ids of the bank's returns of the payment that are booked. */
  readonly returnIds: readonly string[];
};

/** One payment on the books. */
export type PaymentOnBooks = {
  readonly bookings: readonly PaymentBooking[];
  readonly suspended: InSuspense | null;
  /** Returns of it that were not taken from suspense, by who paid for them. */
  readonly returnedBy: ReadonlyMap<string, number>;
};

export const NOT_ON_BOOKS: PaymentOnBooks = {
  bookings: [],
  suspended: null,
  returnedBy: new Map(),
};
