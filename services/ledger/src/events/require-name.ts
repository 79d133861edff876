import { eventIdOf } from '@entrada/platform/events/event-id';
import { EVENT_ID_HEADER, type ReceivedRecord } from '@entrada/platform/events/event-log';

/** What charges names an event by: its kind, what it is about, and the key that keeps it in order. */
export type EventName = {
  readonly kind:
    | 'charge-completed'
    | 'payment-exception'
    | 'refund-settled'
    | 'refund-failed'
    | 'payment-returned';
  readonly subject: string;
  /** Null where the event does not say it. */
  readonly key: string | null;
};

/**
 * Ids of events follow from what they are about. An event under another id, or under the key of another charge, was
 * not published by charges.
 */
export function requireName(record: ReceivedRecord, { kind, subject, key }: EventName): void {
  const eventId = record.headers[EVENT_ID_HEADER]?.toLowerCase();
  if (eventId !== eventIdOf(kind, subject)) throw new Error(`the event id is not that of ${kind}`);
  if (key !== null && record.key !== key) throw new Error('the key is not that of the charge');
}
