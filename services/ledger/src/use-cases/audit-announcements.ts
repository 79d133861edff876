import type { AuditedEvent } from '../domain/audit-event.ts';
import type { EventPage, EventPlace, PublishedEvent } from '../domain/published-event.ts';
import type { Ports, Report, Window } from '../ports.ts';

type Needs = Pick<Ports, 'books' | 'publishedEvents' | 'now'>;

const ROWS_AT_ONCE_MAX = 500;
/** What is older may be gone from the outbox, by then pruned, and proves nothing. */
const OUTBOX_KEPT_MS = 6 * 24 * 60 * 60_000;

/**
 * I8: every posting that has an event was announced by the topic to whoever listens there, and nothing
 * came that is not in the outbox. An event for holders carries the id of the record that told of it.
 */
export function auditAnnouncements({ books, publishedEvents, now }: Needs) {
  return async (told: readonly AuditedEvent[], window: Window, report: Report): Promise<void> => {
    const heard = new Set(told.map(({ eventId }) => eventId));
    for await (const { eventId, accountId } of announced(window)) {
      if (accountId === null || heard.has(eventId)) continue;
      const subject = `event ${eventId} of account ${accountId}`;
      report({ invariant: 'I8', subject, expected: 'a record on the topic', found: 'none' });
    }
    if (now().getTime() - window.from.getTime() > OUTBOX_KEPT_MS) return;
    for (let start = 0; start < told.length; start += ROWS_AT_ONCE_MAX) {
      await reportInvented(told.slice(start, start + ROWS_AT_ONCE_MAX), window, report);
    }
  };

  async function* announced(window: Window): AsyncGenerator<PublishedEvent> {
    let after: EventPlace | null = null;
    for (;;) {
      const range = { ...window, after, limit: ROWS_AT_ONCE_MAX };
      const page: EventPage = await publishedEvents.between(range);
      yield* page.events;
      if (!page.next) return;
      after = page.next;
    }
  }

  async function reportInvented(told: readonly AuditedEvent[], { to }: Window, report: Report) {
    const due = told.filter(({ createdAt }) => createdAt < to);
    const invented = new Set(await books.neverAnnounced(due.map(({ eventId }) => eventId)));
    for (const { eventId, chargeId } of due) {
      if (!invented.has(eventId)) continue;
      const subject = `event ${eventId}, charge ${chargeId}`;
      report({ invariant: 'I8', subject, expected: 'a row in the outbox', found: 'none' });
    }
  }
}
