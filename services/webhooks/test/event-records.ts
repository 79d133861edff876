import { randomBytes, randomUUID } from 'node:crypto';
import type { ChargeEventInput } from '@entrada/contracts/gen/events/v1/ChargeEvent';
import type { LedgerEventInput } from '@entrada/contracts/gen/events/v1/LedgerEvent';
import { ChargeEvent, LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';

const TRANSACTION = '6a0c1d5e-0000-4000-8000-000000000001';
export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

export const newChargeId = () => randomBytes(12).toString('hex');

const headersOf = (eventId: string) => ({
  [EVENT_ID_HEADER]: eventId,
  traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`,
});

function fromLedger(accountId: string, eventId: string, event: LedgerEventInput): EventRecord {
  const value = LedgerEvent.serialize(event);
  return { topic: Topic.Ledger, key: accountId, value, headers: headersOf(eventId) };
}

function fromCharges(chargeId: string, eventId: string, event: ChargeEventInput): EventRecord {
  const value = ChargeEvent.serialize({ version: 1, currency: 'BRL', ...event });
  return { topic: Topic.Charges, key: chargeId, value, headers: headersOf(eventId) };
}

/** A committed credit, as the ledger publishes it. */
export function credited(
  accountId: string,
  eventId: string = randomUUID(),
  chargeId = newChargeId(),
): EventRecord {
  const now = new Date().toISOString();
  return fromLedger(accountId, eventId, {
    depositCredited: {
      transactionId: TRANSACTION,
      creditedCents: 4950,
      creditedAt: now,
      charge: {
        chargeId,
        accountId,
        paymentLinkId: randomUUID(),
        valueCents: 5000,
        originalValueCents: 5000,
        feeCents: 50,
        paidCents: 5000,
        endToEndId: 'E00000000202611201200abcdefghijk',
        createdAt: '2026-11-20T12:00:00.000Z',
        paidAt: '2026-11-20T12:00:05.000Z',
        confirmedAt: now,
      },
    },
  });
}

const summary = (accountId: string, chargeId: string) => ({
  chargeId,
  accountId,
  paymentLinkId: randomUUID(),
  externalId: 'order-7',
  valueCents: 5000,
  originalValueCents: 5000,
  feeCents: 50,
  createdAt: '2026-11-20T12:00:00.000Z',
});

export function expired(accountId: string, eventId: string, chargeId = newChargeId()) {
  const charge = summary(accountId, chargeId);
  const chargeExpired = { charge, expiredAt: '2026-11-21T12:01:00.000Z' };
  return fromCharges(chargeId, eventId, { chargeExpired });
}

export function canceled(accountId: string, eventId: string, chargeId = newChargeId()) {
  const charge = summary(accountId, chargeId);
  const chargeCanceled = { charge, canceledAt: '2026-11-20T12:30:00.000Z' };
  return fromCharges(chargeId, eventId, { chargeCanceled });
}

/** An event of charges that the ledger follows up with one of its own. */
export function completedOnly(accountId: string, eventId: string) {
  const chargeId = newChargeId();
  return fromCharges(chargeId, eventId, {
    chargeCompleted: { ...summary(accountId, chargeId), endToEndId: 'E1' },
  });
}

export function suspended(accountId: string | null, eventId: string) {
  const exception = {
    exceptionId: randomUUID(),
    kind: 'EXCEPTION_KIND_OVERPAID',
    amountCents: 700,
    endToEndId: 'E00000000202611201200abcdefghijk',
    txid: 'a'.repeat(32),
    paidAt: '2026-11-20T12:00:05.000Z',
    foundAt: '2026-11-20T12:00:06.000Z',
    ...(accountId === null ? {} : { charge: summary(accountId, newChargeId()) }),
  } as const;
  return fromLedger(accountId ?? exception.exceptionId, eventId, {
    paymentSuspended: {
      transactionId: TRANSACTION,
      suspendedAt: '2026-11-20T12:00:07.000Z',
      exception,
    },
  });
}

export function refunded(accountId: string, eventId: string) {
  return fromLedger(accountId, eventId, {
    refundBooked: {
      transactionId: TRANSACTION,
      bookedAt: '2026-11-22T09:00:00.000Z',
      refund: {
        returnId: randomUUID(),
        charge: summary(accountId, newChargeId()),
        valueCents: 1000,
        refundedCents: 3000,
        returnedAt: '2026-11-22T08:59:59.000Z',
      },
    },
  });
}

export function refundFailed(accountId: string, eventId: string) {
  return fromLedger(accountId, eventId, {
    refundReleased: {
      transactionId: TRANSACTION,
      releasedAt: '2026-11-22T09:00:00.000Z',
      refund: {
        returnId: randomUUID(),
        charge: summary(accountId, newChargeId()),
        valueCents: 1000,
        reason: 'refused by the bank',
        failedAt: '2026-11-22T08:59:59.000Z',
      },
    },
  });
}

/** `ofAccount`: whose charge the payment was for; null: none. */
type OfCharge = { readonly ofAccount?: string | null };

/** The bank returned 1000 cents, of which the account had 400. */
export function returned(
  accountId: string,
  eventId: string,
  { ofAccount = accountId }: OfCharge = {},
) {
  return fromLedger(accountId, eventId, {
    returnBooked: {
      transactionId: TRANSACTION,
      bookedAt: '2026-11-22T09:00:00.000Z',
      accountId,
      availableCents: 400,
      owedCents: 600,
      return: {
        returnId: randomUUID(),
        endToEndId: 'E00000000202611201200abcdefghijk',
        valueCents: 1000,
        natureza: 'MED_FRAUDE',
        refundedCents: ofAccount === null ? 0 : 3000,
        returnedAt: '2026-11-22T08:59:59.000Z',
        foundAt: '2026-11-22T08:59:59.000Z',
        ...(ofAccount === null ? {} : { charge: summary(ofAccount, newChargeId()) }),
      },
    },
  });
}

/** An operator credited a payment in suspense. */
export function resolved(
  accountId: string,
  eventId: string,
  { ofAccount = accountId }: OfCharge = {},
) {
  const exceptionId = randomUUID();
  return fromLedger(accountId === '' ? exceptionId : accountId, eventId, {
    suspenseResolved: {
      transactionId: TRANSACTION,
      resolvedAt: '2026-11-22T09:00:00.000Z',
      resolution: 'SUSPENSE_RESOLUTION_CREDITED',
      accountId,
      // The bank had taken back the rest before.
      amountCents: 450,
      exception: {
        exceptionId,
        kind: 'EXCEPTION_KIND_UNKNOWN_TXID',
        amountCents: 700,
        endToEndId: 'E00000000202611201200abcdefghijk',
        txid: 'a'.repeat(32),
        paidAt: '2026-11-20T12:00:05.000Z',
        foundAt: '2026-11-20T12:00:06.000Z',
        ...(ofAccount === null ? {} : { charge: summary(ofAccount, newChargeId()) }),
      },
    },
  });
}
