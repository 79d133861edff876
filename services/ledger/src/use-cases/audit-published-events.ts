import { DAY_MS } from '@entrada/platform/time/units';
import type { AuditedEvent, Unmatched } from '../domain/audit-event.ts';
import type { EventPage, EventPlace, PublishedEvent } from '../ports/published-events.ts';
import type { Ports, Report, Window } from '../ports.ts';

type Needs = Pick<Ports, 'books' | 'publishedEvents' | 'now'>;

const ROWS_AT_ONCE_MAX = 500;
/** Older rows may have been pruned from the outbox, so their absence proves nothing. */
const OUTBOX_KEPT_MS = 6 * DAY_MS;

/**
 * I8: every transaction that has an event was received by the consumers of the topic, and they received nothing
 * that is not in the outbox. A webhook event has the id of the record that it was made of.
 */
export function auditPublishedEvents({ books, publishedEvents, now }: Needs) {
  return {
    /** What was published in the window and is not among the events that holders have, or tells another amount. */
    async missing(events: readonly AuditedEvent[], window: Window): Promise<Unmatched[]> {
      const received = new Set(events.map(({ eventId }) => eventId));
      const unmatched: Unmatched[] = [];
      for await (const { eventId, accountId, amount } of published(window)) {
        if (amount && amount.statedCents !== amount.bookedCents) {
          const violation = {
            invariant: 'amounts' as const,
            subject: `event ${eventId} of account ${accountId ?? 'nobody'}`,
            expected: `${amount.bookedCents} cents, as its entries`,
            found: `${amount.statedCents} cents`,
          };
          unmatched.push({ wanted: eventId, violation });
        }
        if (accountId === null || received.has(eventId)) continue;
        const subject = `event ${eventId} of account ${accountId}`;
        const expected = 'a record on the topic';
        const violation = { invariant: 'I8' as const, subject, expected, found: 'none' };
        unmatched.push({ wanted: eventId, violation });
      }
      return unmatched;
    },
    async reportInvented(events: readonly AuditedEvent[], window: Window, report: Report) {
      if (now().getTime() - window.from.getTime() > OUTBOX_KEPT_MS) return;
      for (let start = 0; start < events.length; start += ROWS_AT_ONCE_MAX) {
        await reportInvented(events.slice(start, start + ROWS_AT_ONCE_MAX), window, report);
      }
    },
  };

  async function* published(window: Window): AsyncGenerator<PublishedEvent> {
    let after: EventPlace | null = null;
    for (;;) {
      const range = { ...window, after, limit: ROWS_AT_ONCE_MAX };
      const page: EventPage = await publishedEvents.between(range);
      yield* page.events;
      if (!page.next) return;
      after = page.next;
    }
  }

  async function reportInvented(events: readonly AuditedEvent[], { to }: Window, report: Report) {
    const due = events.filter(({ createdAt }) => createdAt < to);
    const invented = new Set(await books.neverPublished(due.map(({ eventId }) => eventId)));
    for (const { eventId, chargeId } of due) {
      if (!invented.has(eventId)) continue;
      const subject = `event ${eventId}, charge ${chargeId}`;
      report({ invariant: 'I8', subject, expected: 'a row in the outbox', found: 'none' });
    }
  }
}
