import type { ChargeCompletedInput } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { PaymentReturnedInput } from '@entrada/contracts/gen/events/v1/PaymentReturned';
import type { RefundFailedInput } from '@entrada/contracts/gen/events/v1/RefundFailed';
import type { RefundSettledInput } from '@entrada/contracts/gen/events/v1/RefundSettled';
import type { BankReturn } from './bank-return.ts';
import type { Deposit } from './deposit.ts';
import type { Refund } from './refund.ts';
import type { Suspended } from './suspense.ts';

/** `message` is what charges published; our own event about the transaction contains it. */
type Source<Message> = { readonly message: Message; readonly traceId: string | null };

export type DepositEvent = Source<ChargeCompletedInput> & {
  readonly type: 'deposit';
  readonly deposit: Deposit;
  readonly confirmedAt: Date;
};
export type SuspenseEvent = Source<PaymentExceptionInput> & {
  readonly type: 'suspense';
  readonly payment: Suspended;
};
export type SettledEvent = Source<RefundSettledInput> & {
  readonly type: 'settled';
  readonly refund: Refund;
};
export type FailedEvent = Source<RefundFailedInput> & {
  readonly type: 'failed';
  readonly refund: Refund;
};
export type ReturnEvent = Source<PaymentReturnedInput> & {
  readonly type: 'returned';
  readonly bankReturn: BankReturn;
  /** The same as the end of a refund of ours, in case its id is one that we hold money for. */
  readonly asRefund: SettledEvent | null;
};
/** What moves no money. */
type OtherEvent = { readonly type: 'other' };

export type ChargeEvent =
  | DepositEvent
  | SuspenseEvent
  | SettledEvent
  | FailedEvent
  | ReturnEvent
  | OtherEvent;

/** The holder whose account an event is about; null where it moves no money or belongs to nobody. */
export function holderOf(event: ChargeEvent): string | null {
  switch (event.type) {
    case 'deposit':
      return event.deposit.accountId;
    case 'suspense':
      return event.payment.holderId;
    case 'settled':
    case 'failed':
      return event.refund.accountId;
    case 'returned':
      return event.bankReturn.accountId;
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
      return event.bankReturn.endToEndId;
    default:
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
