import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import type { OutboxEvent } from '@entrada/platform/events/outbox';
import { eventIdOf } from '@entrada/platform/events/outbox';
import type { ReportedPayment } from '../domain/charge.ts';
import { type Charge, ChargeStatus, type Payment } from '../domain/charge.ts';
import type { PaymentReturn, ReturnEnd, ReturnedPayment } from '../domain/payment-return.ts';
import type { ExceptionKind, Settlement } from '../domain/settle.ts';

/** Schema version; consumers park events with a higher one. */
const VERSION = 1;
const CURRENCY = 'BRL';

type Event = Parameters<typeof ChargeEvent.serialize>[0];

/** The events of a settlement, in order. */
export function settlementEvents({ before, charge, allocations, at }: Settlement): OutboxEvent[] {
  return [
    ...allocations.flatMap(({ payment, completes, exception }) => [
      ...(completes ? [completedEvent(charge, payment, at)] : []),
      ...(exception
        ? [exceptionEvent(exception, { ...payment, txid: charge.txid }, at, charge)]
        : []),
    ]),
    ...(before.status === charge.status ? [] : endEvents(charge, at)),
  ];
}

export function endEvents(charge: Charge, at: Date): OutboxEvent[] {
  if (charge.status === ChargeStatus.Expired) {
    const chargeExpired = { charge: summary(charge), expiredAt: at.toISOString() };
    return [outboxEvent('charge-expired', charge.id, charge.id, { chargeExpired })];
  }
  if (charge.status === ChargeStatus.Canceled) {
    const chargeCanceled = { charge: summary(charge), canceledAt: at.toISOString() };
    return [outboxEvent('charge-canceled', charge.id, charge.id, { chargeCanceled })];
  }
  return [];
}

export function completedEvent(charge: Charge, payment: Payment, at: Date): OutboxEvent {
  const chargeCompleted = {
    ...summary(charge),
    ...recoverable(charge),
    paidCents: payment.paidCents,
    endToEndId: payment.endToEndId,
    paidAt: payment.paidAt.toISOString(),
    confirmedAt: at.toISOString(),
    paidLate: charge.paidLate,
    payerName: charge.payer?.name ?? '',
    payerDocument: charge.payer?.document ?? '',
  };
  return outboxEvent('charge-completed', charge.id, charge.id, { chargeCompleted });
}

/** A payment has one exception at most. */
export function exceptionIdOf(endToEndId: string): string {
  return eventIdOf('payment-exception', endToEndId);
}

/** Keyed by the charge; where there is none by the txid, or else by the payment itself. */
export function exceptionEvent(
  { kind, amountCents }: { kind: ExceptionKind; amountCents: number },
  { endToEndId, txid, paidAt, payer }: ReportedPayment,
  at: Date,
  charge: Charge | null,
): OutboxEvent {
  const paymentException = {
    exceptionId: exceptionIdOf(endToEndId),
    kind: `EXCEPTION_KIND_${kind}` as const,
    amountCents,
    endToEndId,
    txid: txid ?? '',
    paidAt: paidAt.toISOString(),
    charge: charge && { ...summary(charge), ...recoverable(charge) },
    foundAt: at.toISOString(),
    payerName: payer?.name ?? '',
    payerDocument: payer?.document ?? '',
  };
  const key = charge?.id ?? (txid || endToEndId);
  return outboxEvent('payment-exception', endToEndId, key, { paymentException });
}

type AboutReturn = { readonly payment: ReturnedPayment; readonly charge: Charge | null };

/**
 * The end of a return, with the charge as it is then. Nobody waits for one that the bank began by itself and did not
 * make. Keyed as the payment was published, so that it comes after that.
 */
export function returnEvents(
  { payment, charge }: AboutReturn,
  one: PaymentReturn,
  end: ReturnEnd,
): OutboxEvent[] {
  const key = charge?.id ?? (payment.txid || payment.endToEndId);
  const about = {
    returnId: one.id,
    endToEndId: one.endToEndId,
    bankReturnId: one.bankId,
    origin: `RETURN_ORIGIN_${one.origin}` as const,
    valueCents: end.valueCents,
    charge: charge && summary(charge),
  };
  const at = end.at.toISOString();
  if (end.status === 'SETTLED') {
    const refundedCents = charge?.refundedCents ?? 0;
    const { natureza } = one;
    const foundAt = end.recordedAt.toISOString();
    const paymentReturned = { ...about, natureza, refundedCents, returnedAt: at, foundAt };
    return [outboxEvent('payment-returned', one.id, key, { paymentReturned })];
  }
  if (one.origin === 'BANK') return [];
  const { text: reason = '', code: failureCode = '' } = end.failure ?? {};
  const returnFailed = { ...about, reason, failureCode, failedAt: at };
  return [outboxEvent('return-failed', one.id, key, { returnFailed })];
}

function outboxEvent(kind: string, subject: string, key: string, event: Event): OutboxEvent {
  const value = ChargeEvent.serialize({ ...event, version: VERSION, currency: CURRENCY });
  return { topic: Topic.Charges, key, eventId: eventIdOf(kind, subject), value };
}

function summary(charge: Charge) {
  return {
    chargeId: charge.id,
    accountId: charge.accountId,
    paymentLinkId: charge.paymentLinkId,
    externalId: charge.externalId ?? '',
    valueCents: charge.value,
    originalValueCents: charge.originalValue,
    feeCents: charge.fee,
    createdAt: charge.createdAt.toISOString(),
    metadata: { ...charge.metadata },
  };
}

/** The ledger keeps it with the booking, for a charge that a restore of this database loses. */
function recoverable({ description, feePlan }: Charge) {
  if (!feePlan) return { description: description ?? '' };
  const { maxCents, ...plan } = feePlan;
  const withMax = maxCents === null ? plan : { ...plan, maxCents };
  return { description: description ?? '', feePlan: withMax };
}
