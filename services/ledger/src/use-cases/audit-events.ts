import {
  type AuditedEvent,
  CLOCK_SKEW_MAX_MS,
  CREDIT_EVENT,
  creditEventProblems,
  explains,
  isOurEvent,
  lostFrom,
  type Restore,
  type Unmatched,
  uncredited,
} from '../domain/audit-event.ts';
import { MovementKind } from '../domain/posting.ts';
import type { Ports, Report, Window } from '../ports.ts';
import { auditPublishedEvents } from './audit-published-events.ts';
import { creditsBetween } from './credits-between.ts';
import { keepEvents } from './steps/keep-events.ts';

type Needs = Pick<Ports, 'books' | 'publishedEvents' | 'sources' | 'now'>;

const EVENTS_AT_ONCE_MAX = 500;

/** I5, I6, I8: every credit of a window has its event, and every event its credit. */
export function auditEvents({ books, publishedEvents, sources, now }: Needs) {
  const published = auditPublishedEvents({ books, publishedEvents, now });
  return async (window: Window, report: Report): Promise<void> => {
    if (!sources.events) return;
    // An event may be made a while after the credit; an older one belongs to it only after a restore.
    const begin = new Date(window.from.getTime() - CLOCK_SKEW_MAX_MS);
    const events = await keepEvents(sources.events({ from: begin, to: now() }), isOurEvent);
    const restores = await books.restores();
    const missing = await missingEvents(events, window, restores);
    const from = lostFrom(restores, begin);
    if (missing.length === 0 || from === null) reportAll(missing, report);
    else {
      const earlier = await keepEvents(sources.events({ from, to: begin }), explains(missing));
      reportAll(await missingEvents([...earlier, ...events], window, restores), report);
    }
    const own = events.filter(({ createdAt }) => createdAt >= window.from);
    await reportUncredited(own.filter(isOfCredit), window, report);
    await published.reportInvented(own, window, report);
  };

  async function missingEvents(
    events: readonly AuditedEvent[],
    window: Window,
    restores: readonly Restore[],
  ): Promise<readonly Unmatched[]> {
    const ofCharges = Map.groupBy(events.filter(isOfCredit), ({ chargeId }) => chargeId);
    const unmatched: Unmatched[] = [];
    for await (const credit of creditsBetween(books, window)) {
      if (credit.kind !== MovementKind.Deposit || credit.chargeId === null) continue;
      const wanted = credit.chargeId;
      const problems = creditEventProblems(credit, ofCharges.get(wanted) ?? [], restores);
      unmatched.push(...problems.map((violation) => ({ wanted, violation })));
    }
    return [...unmatched, ...(await published.missing(events, window))];
  }

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

function reportAll(unmatched: readonly Unmatched[], report: Report): void {
  for (const { violation } of unmatched) report(violation);
}

function isOfCredit({ event }: AuditedEvent): boolean {
  return event === CREDIT_EVENT;
}
