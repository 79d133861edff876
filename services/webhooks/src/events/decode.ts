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
import type { AccountEvent, ChargeDetails } from '../domain/account-event.ts';
import type { Origin } from '../ports.ts';
import { accountOf, cents, named, orNull, time } from './fields.ts';

/** Highest supported schema version, and the currency that every body names. */
const VERSION_MAX = 1;
const CURRENCY = 'BRL';
const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

type Bytes = Pick<ReceivedRecord, 'topic' | 'value'>;

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
}: Headers): Origin {
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
    const at = time('expiredAt', chargeExpired.expiredAt);
    return { kind: 'expired', at, ...chargeDetails(chargeExpired.charge) };
  }
  if (chargeCanceled) {
    const at = time('canceledAt', chargeCanceled.canceledAt);
    return { kind: 'canceled', at, ...chargeDetails(chargeCanceled.charge) };
  }
  return null;
}

function checkSupported({ version, currency }: ChargeMessage): void {
  if (version > VERSION_MAX) throw new Error(`unsupported event version ${version}`);
  if (currency !== '' && currency !== CURRENCY) {
    throw new Error(`unsupported currency ${currency}`);
  }
}

function credited({ charge, ...credit }: DepositCredited): AccountEvent {
  if (!charge) throw new Error('charge is missing');
  return {
    kind: 'credited',
    ...chargeDetails(charge),
    transactionId: named('transactionId', credit.transactionId),
    creditedCents: cents('creditedCents', credit.creditedCents),
    creditedAt: time('creditedAt', credit.creditedAt),
    paidCents: cents('paidCents', charge.paidCents),
    endToEndId: named('endToEndId', charge.endToEndId),
    paidLate: charge.paidLate,
    paidAt: time('paidAt', charge.paidAt),
    payer: payerOf(charge),
  };
}

type WithPayer = Pick<ChargeCompleted, 'payerName' | 'payerDocument'>;

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
  return {
    kind: 'suspended',
    ...chargeDetails(exception.charge),
    transactionId: named('transactionId', transactionId),
    suspendedAt: time('suspendedAt', suspendedAt),
    exceptionId: named('exceptionId', exception.exceptionId),
    exceptionKind: exception.kind.replace(EXCEPTION_PREFIX, ''),
    amountCents: cents('amountCents', exception.amountCents),
    endToEndId: named('endToEndId', exception.endToEndId),
    paidAt: time('paidAt', exception.paidAt),
    payer: payerOf(exception),
  };
}

function refunded({ transactionId, bookedAt, refund }: RefundBooked): AccountEvent {
  if (!refund) throw new Error('refund is missing');
  return {
    kind: 'refunded',
    ...chargeDetails(refund.charge),
    transactionId: named('transactionId', transactionId),
    refundId: named('refundId', refund.refundId),
    refundCents: cents('valueCents', refund.valueCents),
    refundedCents: cents('refundedCents', refund.refundedCents),
    refundedAt: time('bookedAt', bookedAt),
  };
}

function refundFailed({ transactionId, releasedAt, refund }: RefundReleased): AccountEvent {
  if (!refund) throw new Error('refund is missing');
  return {
    kind: 'refund_failed',
    ...chargeDetails(refund.charge),
    transactionId: orNull(transactionId),
    refundId: named('refundId', refund.refundId),
    refundCents: cents('valueCents', refund.valueCents),
    reason: orNull(refund.reason),
    failedAt: time('failedAt', refund.failedAt),
    releasedAt: time('releasedAt', releasedAt),
  };
}

function returned({ return: made, ...booked }: ReturnBooked): AccountEvent | null {
  if (!made) throw new Error('return is missing');
  if (booked.accountId === '') return null;
  const accountId = accountOf(booked.accountId);
  const charge = ownCharge(accountId, made.charge);
  const owedCents = cents('owedCents', booked.owedCents);
  return {
    kind: 'returned',
    accountId,
    charge,
    transactionId: named('transactionId', booked.transactionId),
    returnId: named('returnId', made.returnId),
    endToEndId: named('endToEndId', made.endToEndId),
    natureza: orNull(made.natureza),
    returnCents: cents('valueCents', made.valueCents),
    owedCents,
    refundedCents: charge ? cents('refundedCents', made.refundedCents) : null,
    wasCredited: cents('availableCents', booked.availableCents) + owedCents > 0,
    bookedAt: time('bookedAt', booked.bookedAt),
  };
}

const RESOLUTIONS: Readonly<Record<string, 'CREDITED' | 'REFUNDED'>> = {
  SUSPENSE_RESOLUTION_CREDITED: 'CREDITED',
  SUSPENSE_RESOLUTION_REFUNDED: 'REFUNDED',
};

function resolved({ exception, ...decision }: SuspenseResolved): AccountEvent | null {
  if (!exception) throw new Error('exception is missing');
  if (decision.accountId === '') return null;
  const accountId = accountOf(decision.accountId);
  const resolution = RESOLUTIONS[decision.resolution];
  if (!resolution) throw new Error('resolution is unknown');
  return {
    kind: 'resolved',
    accountId,
    charge: ownCharge(accountId, exception.charge),
    transactionId: named('transactionId', decision.transactionId),
    exceptionId: named('exceptionId', exception.exceptionId),
    exceptionKind: exception.kind.replace(EXCEPTION_PREFIX, ''),
    resolution,
    amountCents: cents('amountCents', decision.amountCents),
    endToEndId: named('endToEndId', exception.endToEndId),
    paidAt: time('paidAt', exception.paidAt),
    payer: payerOf(exception),
    resolvedAt: time('resolvedAt', decision.resolvedAt),
  };
}

/** An operator may credit a payment to another account than the charge's: that one's charge is not shown. */
function ownCharge(accountId: string, charge: ChargeSummary | null): ChargeDetails | null {
  if (!charge) return null;
  const details = chargeDetails(charge);
  return details.accountId === accountId ? details : null;
}

function chargeDetails(charge: ChargeSummary | ChargeCompleted | null): ChargeDetails {
  if (!charge) throw new Error('charge is missing');
  return {
    accountId: accountOf(charge.accountId),
    chargeId: named('chargeId', charge.chargeId),
    paymentLinkId: named('paymentLinkId', charge.paymentLinkId),
    externalId: orNull(charge.externalId),
    valueCents: cents('valueCents', charge.valueCents),
    originalValueCents: cents('originalValueCents', charge.originalValueCents),
    feeCents: cents('feeCents', charge.feeCents),
    createdAt: time('createdAt', charge.createdAt),
    metadata: charge.metadata,
  };
}
