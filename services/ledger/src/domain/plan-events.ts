import {
  type ChargeEvent,
  type DepositEvent,
  depositPostings,
  type ReturnEvent,
  type ReturnFailedEvent,
  type SuspenseEvent,
  Unbookable,
} from './charge-event.ts';
import { bookingProblem, NOT_ON_BOOKS, type PaymentOnBooks } from './payment-bookings.ts';
import {
  NOT_RETURNED,
  type ReturnOnBooks,
  refundOf,
  releaseMovement,
  requireAlike,
  returnMovement,
  returnTransactionId,
  type TakenFromSuspense,
} from './payment-return.ts';
import { type IdOf, type Movement, MovementKind } from './posting.ts';
import { suspensePostings } from './suspense.ts';

type BooksView = {
  readonly idOf: IdOf;
  /** By the id of the transaction that books the return; what is missing is not on the books. */
  readonly returns: ReadonlyMap<string, ReturnOnBooks>;
  /** By end-to-end id; what is missing is not on the books. */
  readonly payments: ReadonlyMap<string, PaymentOnBooks>;
};

export type PlannedEvent = {
  readonly event: ChargeEvent;
  /** Null: it moves nothing. */
  readonly movement: Movement | null;
  readonly taken: TakenFromSuspense | null;
};

/** The reason why a return is parked begins with this word and the id of its payment. A job reads both. */
export const WAITS_FOR_PAYMENT = 'waits_for_payment:';

/**
 * What a batch of events moves: payments first, so that a return waits for none of its own batch, and else in order.
 * Throws Unbookable for one that cannot be booked.
 */
export function planEvents(
  events: readonly ChargeEvent[],
  known: BooksView,
): readonly PlannedEvent[] {
  // Copies, so that a later event of the batch sees what an earlier one planned.
  const payments = new Map(known.payments);
  const returns = new Map(known.returns);
  const [received, others] = [events.filter(isPayment), events.filter((one) => !isPayment(one))];
  const batch = { idOf: known.idOf, payments, returns };
  return [...received, ...others].map((event) => planEvent(event, batch));
}

function isPayment({ type }: ChargeEvent): boolean {
  return type === 'deposit' || type === 'suspense';
}

/** The books as they are after the events that are planned already. */
type Batch = {
  readonly idOf: IdOf;
  readonly payments: Map<string, PaymentOnBooks>;
  readonly returns: Map<string, ReturnOnBooks>;
};

function planEvent(event: ChargeEvent, batch: Batch): PlannedEvent {
  switch (event.type) {
    case 'deposit':
      return planDeposit(event, batch);
    case 'suspense':
      return planSuspense(event, batch);
    case 'returned':
      return planReturn(event, batch);
    case 'return-failed':
      return planFailure(event, batch);
    case 'other':
      return { event, movement: null, taken: null };
  }
}

function planDeposit(event: DepositEvent, { payments, idOf }: Batch): PlannedEvent {
  const { deposit, traceId } = event;
  const { chargeId, accountId: holderId, paymentLinkId, endToEndId } = deposit;
  const before = requireBookable(event, payments, { kind: 'DEPOSIT', chargeId, endToEndId });
  const bookings = [...before.bookings, { kind: 'DEPOSIT' as const, holderId, chargeId }];
  payments.set(endToEndId, { ...before, bookings });
  const names = { chargeId, holderId, paymentLinkId, endToEndId, reference: null, traceId };
  const postings = depositPostings(deposit);
  const id = idOf('deposit', chargeId);
  return { event, movement: { ...names, id, kind: MovementKind.Deposit, postings }, taken: null };
}

function planSuspense(event: SuspenseEvent, { payments, idOf }: Batch): PlannedEvent {
  const { payment, traceId } = event;
  const { exceptionId, kind, holderId, chargeId, paymentLinkId, endToEndId } = payment;
  const before = requireBookable(event, payments, { kind, chargeId, endToEndId });
  const undecided = {
    leftCents: payment.amountCents,
    creditedTo: null,
    returnId: null,
    hasFailed: false,
  };
  payments.set(endToEndId, {
    bookings: [...before.bookings, { kind, holderId, chargeId }],
    suspended: { exceptionId, holderId, ...undecided },
  });
  const names = { chargeId, holderId, paymentLinkId, endToEndId, reference: exceptionId, traceId };
  const postings = suspensePostings(payment);
  const id = idOf('suspense', exceptionId);
  return { event, movement: { ...names, id, kind: MovementKind.Suspense, postings }, taken: null };
}

/** The bank makes a return once, however often and by whatever event we learn of it. */
function planReturn(event: ReturnEvent, { payments, returns, idOf }: Batch): PlannedEvent {
  const { endToEndId } = event.paymentReturn;
  const id = returnTransactionId(event.paymentReturn, idOf);
  const onBooks = returns.get(id) ?? NOT_RETURNED;
  if (onBooks.isBooked) return { event, movement: null, taken: null };
  const payment = payments.get(endToEndId);
  if (!payment || payment.bookings.length === 0) {
    const wait = `${WAITS_FOR_PAYMENT}${endToEndId} its return is booked once the payment is on the books`;
    throw new Unbookable(event, wait);
  }
  const { movement, taken } = returnMovement(event, onBooks, payment, idOf);
  returns.set(id, { ...onBooks, held: null, isBooked: true });
  const { suspended } = payment;
  if (suspended && taken) {
    const leftCents = suspended.leftCents - taken.cents;
    const returnId = leftCents === 0 ? null : suspended.returnId;
    payments.set(endToEndId, { ...payment, suspended: { ...suspended, leftCents, returnId } });
  }
  return { event, movement, taken };
}

/** A failed refund is released. What an operator wanted to return is undecided again, without a movement. */
function planFailure(event: ReturnFailedEvent, { payments, returns, idOf }: Batch): PlannedEvent {
  const refund = refundOf(event);
  const { endToEndId, returnId } = event.paymentReturn;
  const payment = payments.get(endToEndId);
  if (payment?.suspended?.returnId === returnId) {
    const suspended = { ...payment.suspended, returnId: null, hasFailed: true };
    payments.set(endToEndId, { ...payment, suspended });
  }
  const id = returnTransactionId(event.paymentReturn, idOf);
  const onBooks = returns.get(id) ?? NOT_RETURNED;
  if (!refund || onBooks.isReleased) return { event, movement: null, taken: null };
  if (onBooks.isBooked) throw new Unbookable(event, 'the refund is settled on the books');
  requireAlike(event, onBooks);
  const { traceId } = event;
  const movement = releaseMovement(refund, onBooks, { idOf, traceId });
  returns.set(id, { held: null, isReleased: true, isBooked: false });
  return { event, movement, taken: null };
}

type NewBooking = Parameters<typeof bookingProblem>[1] & { readonly endToEndId: string };

function requireBookable(
  event: ChargeEvent,
  payments: ReadonlyMap<string, PaymentOnBooks>,
  { endToEndId, ...booking }: NewBooking,
): PaymentOnBooks {
  const before = payments.get(endToEndId) ?? NOT_ON_BOOKS;
  const problem = bookingProblem(before.bookings, booking, endToEndId);
  if (problem) throw new Unbookable(event, problem);
  return before;
}
