import {
  type BankReturn,
  correctFromSuspense,
  correctionMovement,
  returnMovement,
  type TakenFromSuspense,
} from './bank-return.ts';
import {
  type ChargeEvent,
  type DepositEvent,
  type FailedEvent,
  type ReturnEvent,
  type SettledEvent,
  type SuspenseEvent,
  Unbookable,
} from './charge-event.ts';
import { depositPostings } from './deposit.ts';
import type { IdOf } from './movement-id.ts';
import { bookingProblem, NOT_ON_BOOKS, type PaymentOnBooks } from './payment-bookings.ts';
import { available, type Movement, MovementKind, PLATFORM_ID } from './posting.ts';
import type { RefundOnBooks } from './refund.ts';
import { failedMovements, isSettledAlike, settledMovements } from './refund-movements.ts';
import { suspensePostings, suspenseReturnId } from './suspense.ts';

type Known = {
  readonly idOf: IdOf;
  readonly refunds: ReadonlyMap<string, RefundOnBooks>;
  /** By end-to-end id; what is missing is not on the books. */
  readonly payments: ReadonlyMap<string, PaymentOnBooks>;
};

export type Planned = {
  readonly event: ChargeEvent;
  readonly movements: readonly Movement[];
  /** The movement that the event itself is about, and that is published; null: it moves nothing. */
  readonly main: Movement | null;
  readonly taken: readonly TakenFromSuspense[];
};

/** What a batch of events moves, in order. Throws Unbookable for one that cannot be booked. */
export function planEvents(events: readonly ChargeEvent[], known: Known): readonly Planned[] {
  // Copies, so that a later event of the batch sees what an earlier one planned.
  const payments = new Map(known.payments);
  const refunds = new Map(known.refunds);
  return events.map((event) => planEvent(event, { idOf: known.idOf, payments, refunds }));
}

/** The books as they are after the events that are planned already. */
type Batch = {
  readonly idOf: IdOf;
  readonly payments: Payments;
  readonly refunds: Map<string, RefundOnBooks>;
};
type Payments = Map<string, PaymentOnBooks>;

function planEvent(event: ChargeEvent, batch: Batch): Planned {
  switch (event.type) {
    case 'deposit':
      return planDeposit(event, batch.payments, batch.idOf);
    case 'suspense':
      return planSuspense(event, batch.payments, batch.idOf);
    case 'returned':
      return planReturn(event, batch);
    case 'settled':
    case 'failed':
      return planRefund(event, batch);
    case 'other':
      return { event, movements: [], main: null, taken: [] };
  }
}

/** If the hold is missing, it is booked before the end of the refund. */
function planRefund(event: SettledEvent | FailedEvent, batch: Batch): Planned {
  const isSettled = event.type === 'settled';
  if (isSettled && isSettledAlike(event, batch))
    return { event, movements: [], main: null, taken: [] };
  const movements = isSettled ? settledMovements(event, batch) : failedMovements(event, batch);
  const { refundId } = event.refund;
  const before = batch.refunds.get(refundId);
  const held = before?.held ?? (isSettled ? event.refund : null);
  const isPaidOut = isSettled || before?.end === 'SETTLED';
  batch.refunds.set(refundId, { held, end: isPaidOut ? 'SETTLED' : 'FAILED' });
  return { event, movements, main: movements.at(-1) ?? null, taken: [] };
}

function planDeposit(event: DepositEvent, payments: Payments, idOf: IdOf): Planned {
  const { deposit, traceId } = event;
  const { chargeId, accountId: holderId, paymentLinkId, endToEndId } = deposit;
  const before = requireBookable(event, payments, { kind: 'DEPOSIT', chargeId, endToEndId });
  const names = { chargeId, holderId, paymentLinkId, endToEndId, reference: null, traceId };
  const postings = depositPostings(deposit);
  const id = idOf('deposit', chargeId);
  const movement: Movement = { ...names, id, kind: MovementKind.Deposit, postings };
  const bookings = [...before.bookings, { kind: 'DEPOSIT' as const, holderId, chargeId }];
  // A return may be booked before its deposit. Where the platform paid for it, the holder pays it back now.
  const cents = before.returnedBy.get(PLATFORM_ID) ?? 0;
  if (cents === 0) {
    payments.set(endToEndId, { ...before, bookings });
    return { event, movements: [movement], main: movement, taken: [] };
  }
  const withoutPlatform = added(before.returnedBy, PLATFORM_ID, -cents);
  const returnedBy = added(withoutPlatform, holderId, cents);
  payments.set(endToEndId, { ...before, bookings, returnedBy });
  const from = available(holderId, -cents);
  const correction = correctionMovement(movement, { payer: PLATFORM_ID, from, cents }, idOf);
  return { event, movements: [movement, correction], main: movement, taken: [] };
}

function planSuspense(event: SuspenseEvent, payments: Payments, idOf: IdOf): Planned {
  const { payment, traceId } = event;
  const { exceptionId, kind, holderId, chargeId, paymentLinkId, endToEndId } = payment;
  const before = requireBookable(event, payments, { kind, chargeId, endToEndId });
  const names = { chargeId, holderId, paymentLinkId, endToEndId, reference: exceptionId, traceId };
  const postings = suspensePostings(payment);
  const id = idOf('suspense', exceptionId);
  const movement: Movement = { ...names, id, kind: MovementKind.Suspense, postings };

  const whole = { exceptionId, holderId, leftCents: payment.amountCents };
  const corrected = correctFromSuspense(movement, whole, before.returnedBy, idOf);
  const { leftCents, returnedBy, taken } = corrected;
  payments.set(endToEndId, {
    bookings: [...before.bookings, { kind, holderId, chargeId }],
    suspended: { ...whole, leftCents, creditedTo: null, returnNumber: null, returnIds: [] },
    returnedBy,
  });
  return { event, movements: [movement, ...corrected.movements], main: movement, taken };
}

/**
 * After a restore, the charges service may report a refund of its own, or a return that the ledger asked
 * for, as a return by the bank. Its id shows that. A refund that is still open ends with it; one that has
 * settled, and a return that the ledger asked for, are not booked a second time.
 */
function planReturn(event: ReturnEvent, batch: Batch): Planned {
  const { bankReturn, traceId, asRefund } = event;
  const { idOf, payments, refunds } = batch;
  const refund = asRefund && refunds.get(asRefund.refund.refundId);
  if (asRefund && refund?.end === null) return planRefund(asRefund, batch);
  const { endToEndId } = bankReturn;
  const before = payments.get(endToEndId) ?? NOT_ON_BOOKS;
  if (refund?.end === 'SETTLED' || isOwnReturn(bankReturn, before, idOf)) {
    return { event, movements: [], main: null, taken: [] };
  }
  // Charges may find out later that it was a refund of its own.
  if (asRefund) {
    refunds.set(asRefund.refund.refundId, { held: refund?.held ?? null, end: 'SETTLED' });
  }
  const { movement, taken } = returnMovement(bankReturn, before, { idOf, traceId });
  payments.set(endToEndId, afterReturn(before, bankReturn, movement.holderId, taken?.cents ?? 0));
  return { event, movements: [movement], main: movement, taken: taken ? [taken] : [] };
}

function afterReturn(
  before: PaymentOnBooks,
  { returnId, valueCents }: BankReturn,
  payer: string,
  takenCents: number,
): PaymentOnBooks {
  const { suspended } = before;
  const leftCents = (suspended?.leftCents ?? 0) - takenCents;
  const returnIds = [...(suspended?.returnIds ?? []), returnId];
  return {
    ...before,
    suspended: suspended && { ...suspended, leftCents, returnIds },
    returnedBy: added(before.returnedBy, payer, valueCents - takenCents),
  };
}

/** True for a return that is booked, and for one that we requested: the use case that requested it books it. */
function isOwnReturn(
  { bankReturnId, returnId }: BankReturn,
  { suspended }: PaymentOnBooks,
  idOf: IdOf,
): boolean {
  if (suspended?.returnIds.includes(returnId)) return true;
  if (!suspended || suspended.returnNumber === null) return false;
  return suspenseReturnId(suspended.exceptionId, suspended.returnNumber, idOf) === bankReturnId;
}

type NewBooking = Parameters<typeof bookingProblem>[1] & { readonly endToEndId: string };

function requireBookable(
  event: ChargeEvent,
  payments: Payments,
  { endToEndId, ...booking }: NewBooking,
): PaymentOnBooks {
  const before = payments.get(endToEndId) ?? NOT_ON_BOOKS;
  const problem = bookingProblem(before.bookings, booking, endToEndId);
  if (problem) throw new Unbookable(event, problem);
  return before;
}

function added(by: ReadonlyMap<string, number>, holderId: string, cents: number) {
  return new Map(by).set(holderId, (by.get(holderId) ?? 0) + cents);
}
