import type {
  LedgerEventInput,
  LedgerEvent as LedgerEventOutput,
} from '@entrada/contracts/gen/events/v1/LedgerEvent';
import type { RefundBookedInput } from '@entrada/contracts/gen/events/v1/RefundBooked';
import type { RefundReleasedInput } from '@entrada/contracts/gen/events/v1/RefundReleased';
import { LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { eventIdOf, type OutboxEvent } from '@entrada/platform/events/outbox';
import type { Booking } from '../domain/book.ts';
import { type BookedEvent, creditOf } from '../domain/charge-event.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import { Resolution } from '../domain/suspense.ts';

/** An event as it goes into the outbox, and the transaction that it is about. */
export type AboutTransaction = OutboxEvent & { readonly transactionId: string };

export function toOutboxEvent(bookedEvent: BookedEvent): AboutTransaction {
  const event = eventOf(bookedEvent);
  const transactionId = bookedEvent.booked.id;
  return {
    ...keyAndIdOf(event),
    transactionId,
    topic: Topic.Ledger,
    value: LedgerEvent.serialize(event),
  };
}

/** The same event as it was published before, from what is stored with its transaction. */
export function publishedBefore(
  transactionId: string,
  value: Buffer,
): AboutTransaction & { readonly accountId: string | null; readonly stated: StatedAmount | null } {
  const event = LedgerEvent.deserialize(value);
  const accountId = subjectOf(event).accountId?.toLowerCase() || null;
  const stated = statedBy(event);
  return { ...keyAndIdOf(event), accountId, stated, transactionId, topic: Topic.Ledger, value };
}

/** The cents that an event tells, and the account of the books whose entries have them. */
type StatedAmount = {
  readonly account: 'available' | 'suspense' | 'settlement';
  readonly cents: number;
};

function statedBy(event: LedgerEventOutput): StatedAmount | null {
  const { depositCredited, paymentSuspended, refundBooked, returnBooked, suspenseResolved } = event;
  if (depositCredited) return { account: 'available', cents: depositCredited.creditedCents };
  if (paymentSuspended?.exception)
    return { account: 'suspense', cents: paymentSuspended.exception.amountCents };
  if (refundBooked?.refund) return { account: 'settlement', cents: refundBooked.refund.valueCents };
  if (returnBooked?.return) return { account: 'settlement', cents: returnBooked.return.valueCents };
  if (suspenseResolved) return { account: 'suspense', cents: suspenseResolved.amountCents };
  // A refund that failed may never have been held.
  return null;
}

function eventOf(bookedEvent: BookedEvent): LedgerEventInput {
  const { id: transactionId, at: bookedAt, holderId } = bookedEvent.booked;
  const at = bookedAt.toISOString();
  switch (bookedEvent.type) {
    case 'credited': {
      const { deposit, message: charge } = bookedEvent.event;
      const creditedCents = creditOf(deposit);
      return { depositCredited: { transactionId, creditedCents, creditedAt: at, charge } };
    }
    case 'suspended': {
      const exception = bookedEvent.event.message;
      return { paymentSuspended: { transactionId, suspendedAt: at, exception } };
    }
    case 'refunded': {
      const refund = bookedEvent.event.message;
      return { refundBooked: { transactionId, bookedAt: at, refund } };
    }
    case 'released': {
      const refund = bookedEvent.event.message;
      return { refundReleased: { transactionId, releasedAt: at, refund } };
    }
    case 'returned': {
      const { event, booked, owedCents } = bookedEvent;
      const suspenseCents = takenFrom(booked, 'suspense');
      return {
        returnBooked: {
          transactionId,
          bookedAt: at,
          return: event.message,
          accountId: accountIdOf(holderId),
          availableCents: takenFrom(booked, 'available') - owedCents,
          owedCents,
          suspenseCents,
        },
      };
    }
    case 'resolved': {
      const { item, message, booked } = bookedEvent;
      const isCredited = item.resolution === Resolution.Credited;
      return {
        suspenseResolved: {
          transactionId,
          resolvedAt: at,
          resolution: isCredited ? 'SUSPENSE_RESOLUTION_CREDITED' : 'SUSPENSE_RESOLUTION_REFUNDED',
          accountId: accountIdOf(holderId),
          amountCents: takenFrom(booked, 'suspense'),
          exception: message,
        },
      };
    }
  }
}

/** The key and the id of an event follow from what it says, so they are the same every time. */
function keyAndIdOf(event: LedgerEventInput): Pick<OutboxEvent, 'key' | 'eventId'> {
  const { accountId, kind, subject = '', ownKey = subject } = subjectOf(event);
  // In lower case, as Postgres writes UUIDs; an event of no account is keyed by its own id.
  const key = (accountId ?? '').toLowerCase() || ownKey;
  return { key, eventId: eventIdOf(kind, subject) };
}

type Subject = {
  readonly accountId: string | undefined;
  /** Makes the event id, which is stored and published: an old one, such as `refund-posted`, keeps its name. */
  readonly kind: string;
  readonly subject: string | undefined;
  /** The key of an event of no account; default: the subject. */
  readonly ownKey?: string | undefined;
};

function subjectOf(event: LedgerEventInput): Subject {
  if (event.depositCredited) {
    const { charge } = event.depositCredited;
    return { accountId: charge?.accountId, kind: 'deposit-credited', subject: charge?.chargeId };
  }
  if (event.paymentSuspended) {
    const { exception } = event.paymentSuspended;
    const accountId = exception?.charge?.accountId;
    return { accountId, kind: 'payment-suspended', subject: exception?.exceptionId };
  }
  return (
    refundOf('refund-posted', event.refundBooked) ??
    refundOf('refund-released', event.refundReleased) ??
    returnOrResolutionOf(event)
  );
}

function refundOf(
  kind: string,
  message: RefundBookedInput | RefundReleasedInput | null | undefined,
): Subject | null {
  if (!message) return null;
  const { refund } = message;
  return { accountId: refund?.charge?.accountId, kind, subject: refund?.returnId };
}

function returnOrResolutionOf({ returnBooked, suspenseResolved }: LedgerEventInput): Subject {
  if (returnBooked) {
    const { accountId, return: returned } = returnBooked;
    const { returnId: subject, endToEndId: ownKey } = returned ?? {};
    return { accountId, kind: 'return-posted', subject, ownKey };
  }
  if (!suspenseResolved) throw new Error('unsupported ledger event');
  const { accountId, exception, resolution } = suspenseResolved;
  // Named apart: a contradicting event under the same id would be dropped in silence.
  const kind =
    resolution === 'SUSPENSE_RESOLUTION_CREDITED' ? 'suspense-credited' : 'suspense-refunded';
  return { accountId, kind, subject: exception?.exceptionId };
}

function accountIdOf(holderId: string): string {
  return holderId === PLATFORM_ID ? '' : holderId;
}

function takenFrom({ lines }: Booking, account: string): number {
  return lines
    .filter((line) => line.account === account)
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
}
