import {
  type AuditedEvent,
  CREDIT_EVENT,
  creditEventProblems,
  isOurEvent,
  uncredited,
} from '../domain/audit-event.ts';
import { MovementKind } from '../domain/posting.ts';
import type { Ports, Report, Window } from '../ports.ts';
import { auditAnnouncements } from './audit-announcements.ts';
import { creditsBetween } from './credits-between.ts';

type Needs = Pick<Ports, 'books' | 'publishedEvents' | 'sources' | 'now'>;

const EVENTS_AT_ONCE_MAX = 500;

/** I5, I6, I8: every credit of a window has its event, and every event its credit. */
export function auditEvents({ books, publishedEvents, sources, now }: Needs) {
  const announcementsAgree = auditAnnouncements({ books, publishedEvents, now });
  return async (window: Window, report: Report): Promise<void> => {
    if (!sources.events) return;
    // An event may be made a while after the credit; none that is older belongs to it.
    const told = await ourEvents(sources.events({ from: window.from, to: now() }));
    const ofCredits = told.filter(({ event }) => event === CREDIT_EVENT);
    const restores = await books.restores();
    const events = Map.groupBy(ofCredits, ({ chargeId }) => chargeId);
    for await (const credit of creditsBetween(books, window)) {
      if (credit.kind !== MovementKind.Deposit || credit.chargeId === null) continue;
      creditEventProblems(credit, events.get(credit.chargeId) ?? [], restores).forEach(report);
    }
    await reportUncredited(ofCredits, window, report);
    await announcementsAgree(told, window, report);
  };

  async function reportUncredited(events: readonly AuditedEvent[], { to }: Window, report: Report) {
    const due = events.filter(({ createdAt }) => createdAt < to);
    for (let start = 0; start < due.length; start += EVENTS_AT_ONCE_MAX) {
      const some = due.slice(start, start + EVENTS_AT_ONCE_MAX);
      const booked = await books.ofCharges(some.map(({ chargeId }) => chargeId));
      const credits = booked.filter(({ kind }) => kind === MovementKind.Deposit);
      const credited = new Set(credits.map(({ chargeId }) => chargeId));
      for (const event of some) {
        if (!credited.has(event.chargeId)) report(uncredited(event));
      }
    }
  }
}

async function ourEvents(
  pages: AsyncIterable<readonly AuditedEvent[]>,
): Promise<readonly AuditedEvent[]> {
  const events: AuditedEvent[] = [];
  for await (const page of pages) events.push(...page.filter(isOurEvent));
  return events;
}
