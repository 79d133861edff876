import type { ChargeCompleted } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { DepositCredited } from '@entrada/contracts/gen/events/v1/DepositCredited';
import type { PaymentSuspended } from '@entrada/contracts/gen/events/v1/PaymentSuspended';
import type { RefundPosted } from '@entrada/contracts/gen/events/v1/RefundPosted';
import { ChargeEvent, LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import type { Headers, ReceivedRecord } from '@entrada/platform/events/event-log';
import { isUuid } from '@entrada/platform/text/uuid';
import type { ChargeFacts, DepositFact } from '../domain/deposit-fact.ts';

type Bytes = Pick<ReceivedRecord, 'topic' | 'value'>;

/**
 * Null: a fact that is nobody's to hear, or that we hear of once the ledger has posted it. Throws
 * on what cannot be believed: it is set aside rather than told to an account holder.
 */
export function parseDepositFact({ topic, value }: Bytes): DepositFact | null {
  return topic === Topic.Ledger ? ledgerFact(value) : chargeFact(value);
}

/** The trace of the work that announced the fact. */
export function traceIdOf({ traceparent }: Headers): string | null {
  return traceparent?.match(/^[0-9a-f]{2}-([0-9a-f]{32})-/)?.[1] ?? null;
}

function ledgerFact(value: Buffer): DepositFact | null {
  const { fact, depositCredited, paymentSuspended, refundPosted } = LedgerEvent.deserialize(value);
  if (fact === 'depositCredited' && depositCredited) return credited(depositCredited);
  if (fact === 'paymentSuspended' && paymentSuspended) return suspended(paymentSuspended);
  if (fact === 'refundPosted' && refundPosted) return refunded(refundPosted);
  throw new Error('unknown fact');
}

function chargeFact(value: Buffer): DepositFact | null {
  const { fact, chargeExpired, chargeCanceled } = ChargeEvent.deserialize(value);
  if (fact === undefined) throw new Error('unknown fact');
  if (chargeExpired) {
    const at = time('expiry', chargeExpired.expiredAt);
    return { kind: 'expired', at, ...chargeFacts(chargeExpired.charge) };
  }
  if (chargeCanceled) {
    const at = time('cancellation', chargeCanceled.canceledAt);
    return { kind: 'canceled', at, ...chargeFacts(chargeCanceled.charge) };
  }
  return null;
}

function credited({ charge, ...credit }: DepositCredited): DepositFact {
  const facts = chargeFacts(charge);
  if (!charge) throw new Error('the credit names no charge');
  return {
    kind: 'credited',
    ...facts,
    transactionId: named('transaction', credit.transactionId),
    creditedCents: cents('credit', credit.creditedCents),
    creditedAt: time('credit', credit.creditedAt),
    paidCents: cents('payment', charge.paidCents),
    endToEndId: named('payment', charge.endToEndId),
    paidLate: charge.paidLate,
    paidAt: time('payment', charge.paidAt),
  };
}

const EXCEPTION_PREFIX = 'EXCEPTION_KIND_';

function suspended({
  transactionId,
  suspendedAt,
  exception,
}: PaymentSuspended): DepositFact | null {
  if (!exception) throw new Error('no exception is named');
  // Money that no charge explains belongs to no account yet.
  if (!exception.charge) return null;
  return {
    kind: 'suspended',
    ...chargeFacts(exception.charge),
    transactionId: named('transaction', transactionId),
    suspendedAt: time('suspense', suspendedAt),
    exceptionId: named('exception', exception.exceptionId),
    exceptionKind: exception.kind.replace(EXCEPTION_PREFIX, ''),
    amountCents: cents('amount', exception.amountCents),
    endToEndId: named('payment', exception.endToEndId),
    paidAt: time('payment', exception.paidAt),
  };
}

function refunded({ transactionId, postedAt, refund }: RefundPosted): DepositFact {
  if (!refund) throw new Error('no refund is named');
  return {
    kind: 'refunded',
    ...chargeFacts(refund.charge),
    transactionId: named('transaction', transactionId),
    refundId: named('refund', refund.refundId),
    refundCents: cents('refund', refund.valueCents),
    refundedCents: cents('refunded sum', refund.refundedCents),
    refundedAt: time('refund', postedAt),
  };
}

function chargeFacts(charge: ChargeSummary | ChargeCompleted | null): ChargeFacts {
  if (!charge) throw new Error('no charge is named');
  if (!isUuid(charge.accountId)) throw new Error('no account is named');
  return {
    accountId: charge.accountId,
    chargeId: named('charge', charge.chargeId),
    paymentLinkId: named('payment link', charge.paymentLinkId),
    externalId: charge.externalId === '' ? null : charge.externalId,
    valueCents: cents('value', charge.valueCents),
    originalValueCents: cents('original value', charge.originalValueCents),
    feeCents: cents('fee', charge.feeCents),
    createdAt: time('charge', charge.createdAt),
  };
}

function named(what: string, id: string): string {
  if (id === '') throw new Error(`no ${what} is named`);
  return id;
}

function cents(what: string, amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`the ${what} is no amount`);
  return amount;
}

function time(what: string, text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error(`the ${what} has no time`);
  return at;
}
