import type { AuditedEvent } from '../domain/audit-event.ts';
import type { Announced, Ports, Report, Window } from '../ports.ts';

type Needs = Pick<Ports, 'books' | 'now'>;

const ROWS_AT_ONCE_MAX = 500;
/** What is older may be gone from the outbox, by then pruned, and proves nothing. */
const OUTBOX_KEPT_MS = 6 * 24 * 60 * 60_000;

/**
 * I8: what the outbox says we announced has come by the topic to whoever listens there, and nothing
 * came that we did not announce. An event for holders carries the id of the record that told of it.
 */
export function auditAnnouncements({ books, now }: Needs) {
  return async (told: readonly AuditedEvent[], window: Window, report: Report): Promise<void> => {
    if (now().getTime() - window.from.getTime() > OUTBOX_KEPT_MS) return;
    const heard = new Set(told.map(({ eventId }) => eventId));
    for await (const { eventId, accountId } of announced(window)) {
      if (heard.has(eventId)) continue;
      const subject = `event ${eventId} of account ${accountId}`;
      report({ invariant: 'I8', subject, expected: 'a record on the topic', found: 'none' });
    }
    for (let start = 0; start < told.length; start += ROWS_AT_ONCE_MAX) {
      await reportInvented(told.slice(start, start + ROWS_AT_ONCE_MAX), window, report);
    }
  };

  async function* announced(window: Window): AsyncGenerator<Announced> {
    let afterId = 0;
    for (;;) {
      const page = await books.announcedBetween(window, afterId, ROWS_AT_ONCE_MAX);
      yield* page;
      afterId = page.at(-1)?.id ?? afterId;
      if (page.length < ROWS_AT_ONCE_MAX) return;
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
