import type { ChargeCompleted } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { PaymentException } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { PaymentReturned } from '@entrada/contracts/gen/events/v1/PaymentReturned';
import type { RefundFailed } from '@entrada/contracts/gen/events/v1/RefundFailed';
import type { RefundSettled } from '@entrada/contracts/gen/events/v1/RefundSettled';
import { ChargeEvent as ChargeMessage, LedgerEvent } from '@entrada/contracts/services';
import type { ReceivedRecord } from '@entrada/platform/events/event-log';
import { isUuid } from '@entrada/platform/text/uuid';
import type {
  ChargeEvent,
  DepositEvent,
  ReturnEvent,
  SettledEvent,
  SuspenseEvent,
} from '../domain/charge-event.ts';
import { depositProblem } from '../domain/deposit.ts';
import { EXCEPTION_KINDS } from '../domain/payment-bookings.ts';
import { isAmount, PLATFORM_ID } from '../domain/posting.ts';
import { type Refund, refundIdAtBank } from '../domain/refund.ts';
import { type EventName, requireName } from './require-name.ts';
import { traceIdIn } from './trace-id.ts';

/** Highest supported schema version. */
const VERSION_MAX = 1;
const CURRENCY = 'BRL';
const CHARGE_ID = /^[0-9a-f]{24}$/;
const END_TO_END_ID = /^[A-Za-z0-9]{1,64}$/;
const REFERENCE = /^[A-Za-z0-9-]{1,64}$/;
const KIND_PREFIX = 'EXCEPTION_KIND_';
const UNKNOWN_TXID = 'UNKNOWN_TXID';
const NOBODY = { accountId: PLATFORM_ID, chargeId: null, paymentLinkId: null } as const;

/** Throws on whatever is malformed; such a record is parked, never half applied. */
export function parseChargeEvent(record: ReceivedRecord): ChargeEvent {
  const event = parseMessage(record);
  const name = nameOf(event);
  if (name) requireName(record, name);
  return event;
}

/** An event is booked only under the id that follows from its charge, payment or refund. */
function nameOf(event: ChargeEvent): EventName | null {
  switch (event.type) {
    case 'deposit': {
      const { chargeId: subject } = event.deposit;
      return { kind: 'charge-completed', subject, key: subject };
    }
    case 'suspense': {
      const { endToEndId: subject, chargeId } = event.payment;
      return {
        kind: 'payment-exception',
        subject,
        key: chargeId ?? (event.message.txid || subject),
      };
    }
    case 'settled':
      return { kind: 'refund-settled', subject: event.refund.refundId, key: event.refund.chargeId };
    case 'failed':
      return { kind: 'refund-failed', subject: event.refund.refundId, key: event.refund.chargeId };
    case 'returned': {
      const { returnId: subject, chargeId: key } = event.bankReturn;
      return { kind: 'payment-returned', subject, key };
    }
    case 'other':
      return null;
  }
}

function parseMessage({ value, headers }: ReceivedRecord): ChargeEvent {
  const event = ChargeMessage.deserialize(value);
  if (event.version > VERSION_MAX) throw new Error(`unsupported event version ${event.version}`);
  if (event.currency !== '' && event.currency !== CURRENCY) {
    throw new Error(`unsupported currency ${event.currency}: the books are in ${CURRENCY}`);
  }
  const traceId = traceIdIn(headers);
  if (event.chargeCompleted) return toDeposit(event.chargeCompleted, traceId);
  if (event.paymentException) return toSuspense(event.paymentException, traceId);
  const { refundSettled, refundFailed } = event;
  if (refundSettled) {
    return { type: 'settled', refund: toRefund(refundSettled), message: refundSettled, traceId };
  }
  if (refundFailed) {
    return { type: 'failed', refund: toRefund(refundFailed), message: refundFailed, traceId };
  }
  if (event.paymentReturned) return toReturn(event.paymentReturned, traceId);
  if (event.chargeExpired || event.chargeCanceled) return { type: 'other' };
  throw new Error('unknown event');
}

/** The exception in what we published when it was suspended. */
export function exceptionIn(event: Buffer): PaymentException | null {
  return LedgerEvent.deserialize(event).paymentSuspended?.exception ?? null;
}

/** The return in what we published when it was booked. */
export function returnIn(event: Buffer): PaymentReturned | null {
  return LedgerEvent.deserialize(event).returnBooked?.return ?? null;
}

/** The failed refund in what we published when its hold was released. */
export function releasedIn(event: Buffer): RefundFailed | null {
  return LedgerEvent.deserialize(event).refundReleased?.refund ?? null;
}

/** The event that we published about a payment names its charge in full. */
export function chargeIn(event: Buffer): ChargeCompleted | ChargeSummary | null {
  const { depositCredited, paymentSuspended } = LedgerEvent.deserialize(event);
  return depositCredited?.charge ?? paymentSuspended?.exception?.charge ?? null;
}

export function isPaidLateIn(event: Buffer): boolean {
  return LedgerEvent.deserialize(event).depositCredited?.charge?.paidLate === true;
}

function toDeposit(charge: ChargeCompleted, traceId: string | null): DepositEvent {
  const ids = idsOf(charge);
  const problem = depositProblem(charge);
  if (problem) throw new Error(problem);
  const { valueCents, feeCents, paidCents } = charge;
  const endToEndId = matching(charge.endToEndId, END_TO_END_ID, 'endToEndId');
  const confirmedAt = new Date(charge.confirmedAt);
  if (Number.isNaN(confirmedAt.getTime())) throw new Error('confirmedAt is not a time');
  const deposit = { ...ids, endToEndId, valueCents, feeCents, paidCents };
  return { type: 'deposit', deposit, confirmedAt, message: charge, traceId };
}

function toSuspense(exception: PaymentException, traceId: string | null): SuspenseEvent {
  const { amountCents, charge } = exception;
  const kind = EXCEPTION_KINDS.find((known) => exception.kind === `${KIND_PREFIX}${known}`);
  if (!kind) throw new Error('kind is missing or unsupported');
  if (!isAmount(amountCents)) throw new Error('the amount is not a positive integer');
  if (!charge && kind !== UNKNOWN_TXID) throw new Error('charge is missing');
  const ids = charge ? idsOf(charge) : NOBODY;
  const payment = {
    exceptionId: matching(exception.exceptionId, REFERENCE, 'exceptionId'),
    endToEndId: matching(exception.endToEndId, END_TO_END_ID, 'endToEndId'),
    kind,
    amountCents,
    holderId: ids.accountId,
    chargeId: ids.chargeId,
    paymentLinkId: ids.paymentLinkId,
    payer: payerOf(exception),
  };
  return { type: 'suspense', payment, message: exception, traceId };
}

/** A payer is stored only with a masked document. */
function payerOf({ payerName: name, payerDocument: document }: PaymentException) {
  return name !== '' && document.includes('*') ? { name, document } : null;
}

function toReturn(returned: PaymentReturned, traceId: string | null): ReturnEvent {
  const { valueCents, charge } = returned;
  if (!isAmount(valueCents)) throw new Error('the amount is not a positive integer');
  const ids = charge ? idsOf(charge) : { ...NOBODY, accountId: null };
  const bankReturn = {
    ...ids,
    returnId: matching(returned.returnId, REFERENCE, 'returnId'),
    endToEndId: matching(returned.endToEndId, END_TO_END_ID, 'endToEndId'),
    bankReturnId: returned.bankReturnId,
    valueCents,
  };
  const asRefund = charge ? toOwnRefund(returned, charge, traceId) : null;
  return { type: 'returned', bankReturn, asRefund, message: returned, traceId };
}

function toOwnRefund(
  { bankReturnId, valueCents, refundedCents, returnedAt }: PaymentReturned,
  charge: ChargeSummary,
  traceId: string | null,
): SettledEvent | null {
  const refundId = refundIdAtBank(bankReturnId);
  if (refundId === null) return null;
  const message = { refundId, charge, valueCents, refundedCents, settledAt: returnedAt };
  const refund = { ...idsOf(charge), refundId, valueCents };
  return { type: 'settled', refund, message, traceId };
}

function toRefund({ refundId, charge, valueCents }: RefundSettled | RefundFailed): Refund {
  if (!charge) throw new Error('charge is missing');
  if (!isAmount(valueCents)) throw new Error('the amount is not a positive integer');
  return { ...idsOf(charge), refundId: matching(refundId, REFERENCE, 'refundId'), valueCents };
}

function idsOf(charge: ChargeCompleted | ChargeSummary) {
  return {
    chargeId: matching(charge.chargeId, CHARGE_ID, 'chargeId'),
    // As Postgres writes them: accounts are looked up, and chains hashed, by this text.
    accountId: uuid(charge.accountId, 'accountId'),
    paymentLinkId: uuid(charge.paymentLinkId, 'paymentLinkId'),
  };
}

function matching(text: string, form: RegExp, field: string): string {
  if (!form.test(text)) throw new Error(`${field} is missing or malformed`);
  return text;
}

function uuid(text: string, field: string): string {
  if (!isUuid(text)) throw new Error(`${field} is missing or malformed`);
  return text.toLowerCase();
}
