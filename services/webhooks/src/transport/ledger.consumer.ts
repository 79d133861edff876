import type { ChargeCompleted } from '@entrada/contracts/gen/events/v1/ChargeCompleted';
import { LedgerEvent } from '@entrada/contracts/services';
import type { ReceivedRecord } from '@entrada/platform/events/event-log';
import { isUuid } from '@entrada/platform/text/uuid';
import type { CreditedDeposit } from '../domain/webhook-event.ts';

/** Throws on what cannot be believed: it is set aside rather than told to an account holder. */
export function parseLedgerEvent({ value }: Pick<ReceivedRecord, 'value'>): CreditedDeposit {
  const { fact, depositCredited } = LedgerEvent.deserialize(value);
  if (fact !== 'depositCredited' || !depositCredited) throw new Error('unknown fact');
  const { transactionId, creditedCents, creditedAt, charge } = depositCredited;
  if (!charge) throw new Error('the credit names no charge');
  return {
    transactionId: named('transaction', transactionId),
    creditedCents: cents('credit', creditedCents),
    creditedAt: time('credit', creditedAt),
    ...chargeFields(charge),
  };
}

function chargeFields(charge: ChargeCompleted) {
  if (!isUuid(charge.accountId)) throw new Error('no account is named');
  return {
    accountId: charge.accountId,
    chargeId: named('charge', charge.chargeId),
    paymentLinkId: named('payment link', charge.paymentLinkId),
    valueCents: cents('value', charge.valueCents),
    originalValueCents: cents('original value', charge.originalValueCents),
    feeCents: cents('fee', charge.feeCents),
    paidCents: cents('payment', charge.paidCents),
    endToEndId: named('payment', charge.endToEndId),
    createdAt: time('charge', charge.createdAt),
    paidAt: time('payment', charge.paidAt),
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
