/** Why a payment completed no charge. */
export const EXCEPTION_KINDS = [
  'OVERPAID',
  'UNDERPAID',
  'DUPLICATE_PAYMENT',
  'PAID_AFTER_CANCEL',
  'UNKNOWN_TXID',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** As what a payment of the bank, or a part of it, is on the books. */
export type BookingKind = 'DEPOSIT' | ExceptionKind;

/**
 * What may stand beside what for one payment: the surplus of a deposit beside the deposit, in any
 * order, and nothing else. The unique keys of migration 0008 refuse the same pairs.
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

/** Why a payment cannot be booked like this beside what is booked of it; null when it can. */
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
  /** Nothing while we return it ourselves: that was asked of the bank in full. */
  readonly leftCents: number;
  readonly creditedTo: string | null;
  /** Which of our returns of it is under way or made: so many were refused before it. Null: none. */
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
