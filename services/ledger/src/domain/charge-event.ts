import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { PaymentReturnedInput } from '@entrada/contracts/gen/events/v1/PaymentReturned';
import type { ReturnFailedInput } from '@entrada/contracts/gen/events/v1/ReturnFailed';
import type { Booking } from './book.ts';
import { available, type Posting, settlement } from './posting.ts';
import type { SuspendedPayment, SuspenseItem } from './suspense.ts';

/** A completed charge, as the charges service published it. */
export type Deposit = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly paymentLinkId: string;
  readonly endToEndId: string;
  readonly valueCents: number;
  readonly feeCents: number;
  readonly paidCents: number;
};

type Amounts = Pick<Deposit, 'valueCents' | 'feeCents' | 'paidCents'>;
/** `originalValueCents` is what the client asked for; the fee is in it or comes on top. */
type ClaimedAmounts = Amounts & { readonly originalValueCents: number };

/** Why a deposit cannot be booked; null when it can. */
export function depositProblem(claimed: ClaimedAmounts): string | null {
  const { valueCents, feeCents, paidCents, originalValueCents } = claimed;
  const amounts = [valueCents, feeCents, paidCents];
  if (!amounts.every(Number.isSafeInteger)) return 'an amount is not a safe integer';
  if (valueCents <= 0) return 'the value is not positive';
  if (feeCents < 0 || feeCents > valueCents) return 'the fee is not within the value';
  if (paidCents < valueCents) return 'less was paid than the value';
  if (![originalValueCents, originalValueCents + feeCents].includes(valueCents)) {
    return 'valueCents is neither originalValueCents nor originalValueCents + feeCents';
  }
  return null;
}

/** Exactly the value is booked; a surplus has an event of its own. */
export function depositPostings(deposit: Deposit): readonly Posting[] {
  const { accountId, valueCents, feeCents } = deposit;
  const postings: Posting[] = [
    settlement(-valueCents),
    { account: 'fees', holderId: null, amountCents: feeCents },
    available(accountId, creditOf(deposit)),
  ];
  return postings.filter(({ amountCents }) => amountCents !== 0);
}

export function creditOf({ valueCents, feeCents }: Amounts): number {
  return valueCents - feeCents;
}

/** Money of a payment that goes back to its payer: a refund, an operator's return, or the bank's own. */
export type PaymentReturn = {
  readonly returnId: string;
  readonly endToEndId: string;
  /** The id that it has at the bank. */
  readonly bankReturnId: string;
  /** A client asked for a refund, an operator for the return of a payment in suspense, or the bank took it. */
  readonly origin: 'CLIENT' | 'OPERATOR' | 'BANK';
  readonly valueCents: number;
  /** Null where the payment belongs to no charge. */
  readonly accountId: string | null;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
};

/** `message` is what charges published; our own event about the transaction contains it. */
type Source<Message> = { readonly message: Message; readonly traceId: string | null };

export type DepositEvent = Source<ChargeCompletedInput> & {
  readonly type: 'deposit';
  readonly deposit: Deposit;
  readonly confirmedAt: Date;
};
export type SuspenseEvent = Source<PaymentExceptionInput> & {
  readonly type: 'suspense';
  readonly payment: SuspendedPayment;
};
/** Money of a payment went back: a refund, an operator's return, or the bank's own. */
export type ReturnEvent = Source<PaymentReturnedInput> & {
  readonly type: 'returned';
  readonly paymentReturn: PaymentReturn;
};
/** What a client or an operator asked for will not go back. */
export type ReturnFailedEvent = Source<ReturnFailedInput> & {
  readonly type: 'return-failed';
  readonly paymentReturn: PaymentReturn;
};
/** What moves no money. It is claimed like any other, so that the position of the books is at once that of the last record. */
type OtherEvent = { readonly type: 'other' };

export type ChargeEvent =
  | DepositEvent
  | SuspenseEvent
  | ReturnEvent
  | ReturnFailedEvent
  | OtherEvent;

/** The holder whose account an event is about; null where it moves no money or belongs to nobody. */
export function holderOf(event: ChargeEvent): string | null {
  switch (event.type) {
    case 'deposit':
      return event.deposit.accountId;
    case 'suspense':
      return event.payment.holderId;
    case 'returned':
    case 'return-failed':
      return event.paymentReturn.accountId;
    case 'other':
      return null;
  }
}

/** The payment that an event books or returns. */
export function paymentOf(event: ChargeEvent): string | null {
  switch (event.type) {
    case 'deposit':
      return event.deposit.endToEndId;
    case 'suspense':
      return event.payment.endToEndId;
    case 'returned':
    case 'return-failed':
      return event.paymentReturn.endToEndId;
    case 'other':
      return null;
  }
}

/** This event can never be booked. */
export class Unbookable extends Error {
  override readonly name = 'Unbookable';
  readonly event: ChargeEvent;
  constructor(event: ChargeEvent, reason: string) {
    super(reason);
    this.event = event;
  }
}

/** An event and the transaction that booked it. */
type EventBooking<E> = { readonly event: E; readonly booked: Booking };

export type BookedEvent =
  | ({ readonly type: 'credited' } & EventBooking<DepositEvent>)
  | ({ readonly type: 'suspended' } & EventBooking<SuspenseEvent>)
  | ({ readonly type: 'refunded' } & EventBooking<ReturnEvent>)
  | ({ readonly type: 'released' } & EventBooking<ReturnFailedEvent>)
  | ({ readonly type: 'returned'; readonly owedCents: number } & EventBooking<ReturnEvent>)
  | {
      readonly type: 'resolved';
      readonly item: SuspenseItem;
      /** The message of charges about the exception. */
      readonly message: PaymentExceptionInput;
      readonly booked: Booking;
    };
