import type { ChargeCompleted } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeEvent as ChargeMessage } from '@entrada/contracts/gen/events/v1/ChargeEvent';
import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { DepositCredited } from '@entrada/contracts/gen/events/v1/DepositCredited';
import type { PaymentSuspended } from '@entrada/contracts/gen/events/v1/PaymentSuspended';
import type { RefundBooked } from '@entrada/contracts/gen/events/v1/RefundBooked';
import type { RefundReleased } from '@entrada/contracts/gen/events/v1/RefundReleased';
import type { ReturnBooked } from '@entrada/contracts/gen/events/v1/ReturnBooked';
import type { SuspenseResolved } from '@entrada/contracts/gen/events/v1/SuspenseResolved';
import { ChargeEvent, LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import type { Headers, ReceivedRecord } from '@entrada/platform/events/event-log';
import { REQUEST_ID_HEADER, requestIdsIn } from '@entrada/platform/telemetry/request-ids';
import { isUuid } from '@entrada/platform/text/uuid';
import type { Origin } from '../domain/delivery.ts';
import { type EventData, EventType, type WebhookEvent } from '../domain/webhook-event.ts';

/** Highest supported schema version, and the currency that every body names. */
const VERSION_MAX = 1;
const CURRENCY = 'BRL';
const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

type Bytes = Pick<ReceivedRecord, 'topic' | 'value'>;

/** What an account is sent about an event of charges or the ledger, under the same event id. */
export type AccountEvent = Omit<WebhookEvent, 'id' | 'isTest'>;

/**
 * Null: no webhook follows. The event belongs to no account, or it is an event of charges that the ledger
 * reports again after booking it. Throws when the record is malformed; the consumer then parks it.
 */
export function decodeAccountEvent({ topic, value }: Bytes): AccountEvent | null {
  return topic === Topic.Ledger ? ledgerEvent(value) : chargeEvent(value);
}

/** The trace of the work that published the event, and the requests that it was for. */
export function originOf({
  traceparent = '',
  [REQUEST_ID_HEADER]: requestIds = '',
}: Headers): Omit<Origin, 'receivedAt'> {
  const traceParent = TRACE_PARENT.test(traceparent) ? traceparent : null;
  return { traceParent, requestIds: requestIdsIn(requestIds).join() || null };
}

function ledgerEvent(value: Buffer): AccountEvent | null {
  const event = LedgerEvent.deserialize(value);
  if (event.depositCredited) return credited(event.depositCredited);
  if (event.paymentSuspended) return suspended(event.paymentSuspended);
  if (event.refundBooked) return refunded(event.refundBooked);
  if (event.refundReleased) return refundFailed(event.refundReleased);
  if (event.returnBooked) return returned(event.returnBooked);
  if (event.suspenseResolved) return resolved(event.suspenseResolved);
  throw new Error('unknown event');
}

function chargeEvent(value: Buffer): AccountEvent | null {
  const message = ChargeEvent.deserialize(value);
  checkSupported(message);
  const { event, chargeExpired, chargeCanceled } = message;
  if (event === undefined) throw new Error('unknown event');
  if (chargeExpired) {
    const expiredAt = time('expiredAt', chargeExpired.expiredAt);
    const charge = chargeOf(chargeExpired.charge);
    const data = { ...fieldsOf(charge, 'EXPIRED'), expiredAt };
    return eventOf(EventType.DepositExpired, expiredAt, charge, data);
  }
  if (chargeCanceled) {
    const canceledAt = time('canceledAt', chargeCanceled.canceledAt);
    const charge = chargeOf(chargeCanceled.charge);
    const data = { ...fieldsOf(charge, 'CANCELED'), canceledAt };
    return eventOf(EventType.DepositCanceled, canceledAt, charge, data);
  }
  return null;
}

function checkSupported({ version, currency }: ChargeMessage): void {
  if (version > VERSION_MAX) throw new Error(`unsupported event version ${version}`);
  if (currency !== '' && currency !== CURRENCY) {
    throw new Error(`unsupported currency ${currency}`);
  }
}

function credited({ charge: paid, ...credit }: DepositCredited): AccountEvent {
  if (!paid) throw new Error('charge is missing');
  const charge = chargeOf(paid);
  const { currency, createdAt, ...fields } = fieldsOf(charge, 'COMPLETED');
  return eventOf(EventType.DepositSuccess, time('creditedAt', credit.creditedAt), charge, {
    transactionId: named('transactionId', credit.transactionId),
    ...fields,
    creditedValue: cents('creditedCents', credit.creditedCents),
    paidValue: cents('paidCents', paid.paidCents),
    currency,
    endToEndId: named('endToEndId', paid.endToEndId),
    paidLate: paid.paidLate,
    createdAt,
    paidAt: time('paidAt', paid.paidAt),
    payer: payerOf(paid),
  });
}

type WithPayer = Pick<ChargeCompleted, 'payerName' | 'payerDocument'>;

/** Who paid, with a masked document; null: not reported by the bank. */
function payerOf({ payerName: name, payerDocument: document }: WithPayer) {
  return name === '' ? null : { name, document };
}

const EXCEPTION_PREFIX = 'EXCEPTION_KIND_';

function suspended({
  transactionId,
  suspendedAt,
  exception,
}: PaymentSuspended): AccountEvent | null {
  if (!exception) throw new Error('exception is missing');
  // Money that no charge explains belongs to no account yet.
  if (!exception.charge) return null;
  const charge = chargeOf(exception.charge);
  const at = time('suspendedAt', suspendedAt);
  const { status: _, createdAt, ...fields } = fieldsOf(charge, null);
  return eventOf(EventType.DepositException, at, charge, {
    transactionId: named('transactionId', transactionId),
    exceptionId: named('exceptionId', exception.exceptionId),
    kind: exception.kind.replace(EXCEPTION_PREFIX, ''),
    amount: cents('amountCents', exception.amountCents),
    ...fields,
    endToEndId: named('endToEndId', exception.endToEndId),
    createdAt,
    paidAt: time('paidAt', exception.paidAt),
    suspendedAt: at,
    payer: payerOf(exception),
  });
}

function refunded({ transactionId, bookedAt, refund }: RefundBooked): AccountEvent {
  if (!refund) throw new Error('refund is missing');
  const charge = chargeOf(refund.charge);
  const refundedAt = time('bookedAt', bookedAt);
  return eventOf(EventType.DepositRefunded, refundedAt, charge, {
    transactionId: named('transactionId', transactionId),
    refundId: named('returnId', refund.returnId),
    origin: 'CLIENT',
    natureza: null,
    endToEndId: null,
    ...fieldsOf(charge, 'COMPLETED'),
    refundValue: cents('valueCents', refund.valueCents),
    refundedValue: cents('refundedCents', refund.refundedCents),
    owedValue: 0,
    refundedAt,
  });
}

function refundFailed({ transactionId, releasedAt, refund }: RefundReleased): AccountEvent {
  if (!refund) throw new Error('refund is missing');
  const charge = chargeOf(refund.charge);
  return eventOf(EventType.DepositRefundFailed, time('releasedAt', releasedAt), charge, {
    transactionId: named('transactionId', transactionId),
    refundId: named('returnId', refund.returnId),
    ...fieldsOf(charge, 'COMPLETED'),
    refundValue: cents('valueCents', refund.valueCents),
    reason: orNull(refund.reason),
    failedAt: time('failedAt', refund.failedAt),
  });
}

/** Money that the bank returned by itself. */
function returned({ return: made, ...booked }: ReturnBooked): AccountEvent | null {
  if (!made) throw new Error('return is missing');
  if (booked.accountId === '') return null;
  const accountId = accountOf(booked.accountId);
  const charge = ownCharge(accountId, made.charge);
  // What the account did not have and owes now.
  const owedValue = cents('owedCents', booked.owedCents);
  const wasCredited = cents('availableCents', booked.availableCents) + owedValue > 0;
  const refundedAt = time('bookedAt', booked.bookedAt);
  return eventOf(EventType.DepositRefunded, refundedAt, charge ?? { accountId }, {
    transactionId: named('transactionId', booked.transactionId),
    refundId: named('returnId', made.returnId),
    origin: 'BANK',
    natureza: orNull(made.natureza),
    endToEndId: named('endToEndId', made.endToEndId),
    ...fieldsOf(charge, wasCredited ? 'COMPLETED' : null),
    refundValue: cents('valueCents', made.valueCents),
    refundedValue: charge ? cents('refundedCents', made.refundedCents) : null,
    owedValue,
    refundedAt,
  });
}

const RESOLUTIONS: Readonly<Record<string, 'CREDITED' | 'REFUNDED'>> = {
  SUSPENSE_RESOLUTION_CREDITED: 'CREDITED',
  SUSPENSE_RESOLUTION_REFUNDED: 'REFUNDED',
};

/** An operator's decision about a payment in suspense. */
function resolved({ exception, ...decision }: SuspenseResolved): AccountEvent | null {
  if (!exception) throw new Error('exception is missing');
  if (decision.accountId === '') return null;
  const accountId = accountOf(decision.accountId);
  const resolution = RESOLUTIONS[decision.resolution];
  if (!resolution) throw new Error('resolution is unknown');
  const charge = ownCharge(accountId, exception.charge);
  const resolvedAt = time('resolvedAt', decision.resolvedAt);
  const { status: _, ...fields } = fieldsOf(charge, null);
  return eventOf(EventType.DepositExceptionResolved, resolvedAt, charge ?? { accountId }, {
    transactionId: named('transactionId', decision.transactionId),
    exceptionId: named('exceptionId', exception.exceptionId),
    kind: exception.kind.replace(EXCEPTION_PREFIX, ''),
    resolution,
    amount: cents('amountCents', decision.amountCents),
    endToEndId: named('endToEndId', exception.endToEndId),
    ...fields,
    paidAt: time('paidAt', exception.paidAt),
    resolvedAt,
    payer: payerOf(exception),
  });
}

type Subject = { readonly accountId: string; readonly chargeId?: string };

/** Bodies keep the order of the documented samples. */
function eventOf(
  event: EventType,
  occurredAt: string,
  { accountId, chargeId = undefined }: Subject,
  data: EventData,
): AccountEvent {
  return { accountId, chargeId: chargeId ?? null, event, occurredAt: new Date(occurredAt), data };
}

/** An operator may credit a payment to another account than the charge's: that one's charge is not shown. */
function ownCharge(accountId: string, summary: ChargeSummary | null): Charge | null {
  if (!summary) return null;
  const charge = chargeOf(summary);
  return charge.accountId === accountId ? charge : null;
}

type Charge = ReturnType<typeof chargeOf>;

function chargeOf(charge: ChargeSummary | ChargeCompleted | null) {
  if (!charge) throw new Error('charge is missing');
  return {
    accountId: accountOf(charge.accountId),
    chargeId: named('chargeId', charge.chargeId),
    paymentLinkId: named('paymentLinkId', charge.paymentLinkId),
    externalId: orNull(charge.externalId),
    metadata: charge.metadata,
    value: cents('valueCents', charge.valueCents),
    originalValue: cents('originalValueCents', charge.originalValueCents),
    fee: cents('feeCents', charge.feeCents),
    createdAt: time('createdAt', charge.createdAt),
  };
}

/** The same fields with or without a charge, so that receivers always find each of them. */
function fieldsOf(charge: Charge | null, status: string | null) {
  return {
    chargeId: charge?.chargeId ?? null,
    paymentLinkId: charge?.paymentLinkId ?? null,
    externalId: charge?.externalId ?? null,
    metadata: charge?.metadata ?? {},
    status: charge ? status : null,
    value: charge?.value ?? null,
    originalValue: charge?.originalValue ?? null,
    fee: charge?.fee ?? null,
    currency: CURRENCY,
    createdAt: charge?.createdAt ?? null,
  };
}

/** In lower case, so that it is the same account however it was written. */
function accountOf(accountId: string): string {
  if (!isUuid(accountId)) throw new Error('accountId is not a UUID');
  return accountId.toLowerCase();
}

function named(field: string, id: string): string {
  if (id === '') throw new Error(`${field} is missing`);
  return id;
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function cents(field: string, amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${field} is not an amount`);
  return amount;
}

/** In our form, however it was written. */
function time(field: string, text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error(`${field} is not a time`);
  return at.toISOString();
}
