import {
  type AuditedEvent,
  CREDIT_EVENT,
  creditEventProblems,
  isOurEvent,
  uncredited,
} from '../domain/audit-event.ts';
import { MovementKind } from '../domain/posting.ts';
import type { Ports, Tell, Window } from '../ports.ts';
import { auditAnnouncements } from './audit-announcements.ts';
import { creditsBetween } from './credits-between.ts';

type Needs = Pick<Ports, 'books' | 'witnesses' | 'now'>;

const EVENTS_AT_ONCE_MAX = 500;

/** I5, I6, I8: every credit of a window has its event, and every event its credit. */
export function auditEvents({ books, witnesses, now }: Needs) {
  const announcementsAgree = auditAnnouncements({ books, now });
  return async (window: Window, tell: Tell): Promise<void> => {
    if (!witnesses.events) return;
    // An event may be made a while after the credit; none that is older belongs to it.
    const told = await ourEvents(witnesses.events({ from: window.from, to: now() }));
    const ofCredits = told.filter(({ event }) => event === CREDIT_EVENT);
    const events = Map.groupBy(ofCredits, ({ chargeId }) => chargeId);
    for await (const credit of creditsBetween(books, window)) {
      if (credit.kind !== MovementKind.Deposit || credit.chargeId === null) continue;
      creditEventProblems(credit, events.get(credit.chargeId) ?? []).forEach(tell);
    }
    await tellUncredited(ofCredits, window, tell);
    await announcementsAgree(told, window, tell);
  };

  async function tellUncredited(events: readonly AuditedEvent[], { to }: Window, tell: Tell) {
    const due = events.filter(({ createdAt }) => createdAt < to);
    for (let start = 0; start < due.length; start += EVENTS_AT_ONCE_MAX) {
      const some = due.slice(start, start + EVENTS_AT_ONCE_MAX);
      const booked = await books.ofCharges(some.map(({ chargeId }) => chargeId));
      const credits = booked.filter(({ kind }) => kind === MovementKind.Deposit);
      const credited = new Set(credits.map(({ chargeId }) => chargeId));
      for (const event of some) {
        if (!credited.has(event.chargeId)) tell(uncredited(event));
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
