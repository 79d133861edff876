import type { ChargeCompleted } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { PaymentException } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { PaymentReturned } from '@entrada/contracts/gen/events/v1/PaymentReturned';
import type { ReturnFailed } from '@entrada/contracts/gen/events/v1/ReturnFailed';
import { ChargeEvent as ChargeMessage, LedgerEvent } from '@entrada/contracts/services';
import { EVENT_ID_HEADER, type ReceivedRecord } from '@entrada/platform/events/event-log';
import { eventIdOf } from '@entrada/platform/events/outbox';
import { isUuid } from '@entrada/platform/text/uuid';
import {
  type ChargeEvent,
  type DepositEvent,
  depositProblem,
  type PaymentReturn,
  type SuspenseEvent,
} from '../domain/charge-event.ts';
import { EXCEPTION_KINDS } from '../domain/payment-bookings.ts';
import { isAmount, PLATFORM_ID } from '../domain/posting.ts';

/** Highest supported schema version. */
const VERSION_MAX = 1;
const CURRENCY = 'BRL';
const CHARGE_ID = /^[0-9a-f]{24}$/;
const END_TO_END_ID = /^[A-Za-z0-9]{1,64}$/;
const REFERENCE = /^[A-Za-z0-9-]{1,64}$/;
const KIND_PREFIX = 'EXCEPTION_KIND_';
const ORIGINS = ['CLIENT', 'OPERATOR', 'BANK'] as const;
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
    case 'returned':
    case 'return-failed': {
      const { returnId: subject, chargeId: key } = event.paymentReturn;
      const kind = event.type === 'returned' ? 'payment-returned' : 'return-failed';
      return { kind, subject, key };
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
  const { paymentReturned, returnFailed } = event;
  if (paymentReturned) {
    const paymentReturn = toReturn(paymentReturned);
    return { type: 'returned', paymentReturn, message: paymentReturned, traceId };
  }
  if (returnFailed) {
    const paymentReturn = toReturn(returnFailed);
    return { type: 'return-failed', paymentReturn, message: returnFailed, traceId };
  }
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
export function releasedIn(event: Buffer): ReturnFailed | null {
  return LedgerEvent.deserialize(event).refundReleased?.refund ?? null;
}

/** The event that we published about a payment names its charge in full. */
export function chargeIn(event: Buffer): ChargeCompleted | ChargeSummary | null {
  const { depositCredited, paymentSuspended } = LedgerEvent.deserialize(event);
  return depositCredited?.charge ?? paymentSuspended?.exception?.charge ?? null;
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

function toReturn(message: PaymentReturned | ReturnFailed): PaymentReturn {
  const { valueCents, charge, origin } = message;
  if (!isAmount(valueCents)) throw new Error('the amount is not a positive integer');
  const from = ORIGINS.find((known) => origin === `RETURN_ORIGIN_${known}`);
  if (!from) throw new Error('origin is missing or unsupported');
  if (from === 'CLIENT' && !charge) throw new Error('charge is missing');
  return {
    ...(charge ? idsOf(charge) : { ...NOBODY, accountId: null }),
    returnId: matching(message.returnId, REFERENCE, 'returnId'),
    endToEndId: matching(message.endToEndId, END_TO_END_ID, 'endToEndId'),
    bankReturnId: matching(message.bankReturnId, REFERENCE, 'bankReturnId'),
    origin: from,
    valueCents,
  };
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

/** What charges names an event by: its kind, what it is about, and the key that keeps it in order. */
type EventName = {
  readonly kind: 'charge-completed' | 'payment-exception' | 'payment-returned' | 'return-failed';
  readonly subject: string;
  /** Null where the event does not say it. */
  readonly key: string | null;
};

/**
 * Ids of events follow from what they are about. An event under another id, or under the key of another charge, was
 * not published by charges.
 */
function requireName(record: ReceivedRecord, { kind, subject, key }: EventName): void {
  const eventId = record.headers[EVENT_ID_HEADER]?.toLowerCase();
  if (eventId !== eventIdOf(kind, subject)) throw new Error(`the event id is not that of ${kind}`);
  if (key !== null && record.key !== key) throw new Error('the key is not that of the charge');
}

const TRACE_PARENT = /^00-([0-9a-f]{32})-/;

/** Of the work that headers belong to; null where it is not traced. */
export function traceIdIn(headers: Readonly<Record<string, string>>): string | null {
  return TRACE_PARENT.exec(headers.traceparent ?? '')?.[1] ?? null;
}
