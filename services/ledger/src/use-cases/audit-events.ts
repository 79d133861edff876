import { DAY_MS } from '@entrada/platform/time/units';
import {
  type AuditedEvent,
  CLOCK_SKEW_MAX_MS,
  CREDIT_EVENT,
  creditEventProblems,
  explains,
  isOurEvent,
  lostFrom,
  type Restore,
  type UnmatchedEvent,
  uncredited,
} from '../domain/audit-event.ts';
import { MovementKind } from '../domain/posting.ts';
import type { Window } from '../domain/statement.ts';
import type { Ports, Report } from '../ports.ts';

type Needs = Pick<Ports, 'books' | 'publishedEvents' | 'sources' | 'now'>;

const EVENTS_AT_ONCE_MAX = 500;
/** Events are made within seconds of their credits, unless a service was down. */
const MADE_WITHIN_MS = 5 * 60_000;

/** I5, I6, I8: every credit of a window has its event, and every event its credit. */
export function auditEvents({ books, publishedEvents, sources, now }: Needs) {
  const published = auditPublishedEvents({ books, publishedEvents, now });
  return async (window: Window, report: Report): Promise<void> => {
    if (!sources.events) return;
    const begin = new Date(window.from.getTime() - CLOCK_SKEW_MAX_MS);
    const end = new Date(window.to.getTime() + MADE_WITHIN_MS);
    const events = await keepEvents(sources.events({ from: begin, to: end }), isOurEvent);
    const restores = await books.restores();
    const lost = lostFrom(restores, begin);
    // Some events are made long after the credit; an older one belongs to it only after a restore.
    const further = [{ from: end, to: now() }, ...(lost ? [{ from: lost, to: begin }] : [])];
    let known = events;
    let missing = await missingEvents(known, window, restores);
    for (const period of further) {
      if (missing.length === 0) break;
      known = [...known, ...(await keepEvents(sources.events(period), explains(missing)))];
      missing = await missingEvents(known, window, restores);
    }
    for (const { violation } of missing) report(violation);
    const own = events.filter(({ createdAt }) => createdAt >= window.from);
    await reportUncredited(own.filter(isOfCredit), window, report);
    await published.reportInvented(own, window, report);
  };

  async function missingEvents(
    events: readonly AuditedEvent[],
    window: Window,
    restores: readonly Restore[],
  ): Promise<readonly UnmatchedEvent[]> {
    const ofCharges = Map.groupBy(events.filter(isOfCredit), ({ chargeId }) => chargeId);
    const unmatched: UnmatchedEvent[] = [];
    for await (const credit of books.creditsBetween(window)) {
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

function isOfCredit({ event }: AuditedEvent): boolean {
  return event === CREDIT_EVENT;
}

/** Older rows may have been pruned from the outbox, so their absence proves nothing. */
const OUTBOX_KEPT_MS = 6 * DAY_MS;

/**
 * I8: every transaction that has an event was received by the consumers of the topic, and they received nothing
 * that is not in the outbox. A webhook event has the id of the record that it was made of.
 */
function auditPublishedEvents({ books, publishedEvents, now }: Omit<Needs, 'sources'>) {
  return {
    /** What was published in the window and is not among the events that holders have, or tells another amount. */
    async missing(events: readonly AuditedEvent[], window: Window): Promise<UnmatchedEvent[]> {
      const received = new Set(events.map(({ eventId }) => eventId));
      const unmatched: UnmatchedEvent[] = [];
      for await (const { eventId, accountId, amount } of publishedEvents.between(window)) {
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
      for (let start = 0; start < events.length; start += EVENTS_AT_ONCE_MAX) {
        await reportInvented(events.slice(start, start + EVENTS_AT_ONCE_MAX), window, report);
      }
    },
  };

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

/** Reads what may be years of events, and keeps only those that are looked for. */
export async function keepEvents(
  pages: AsyncIterable<readonly AuditedEvent[]>,
  isKept: (event: AuditedEvent) => boolean,
): Promise<readonly AuditedEvent[]> {
  const kept: AuditedEvent[] = [];
  for await (const page of pages) kept.push(...page.filter(isKept));
  return kept;
}
