import { fieldError } from '@entrada/platform/errors/app-error';
import type { EventPlace } from '../domain/published-event.ts';
import type { Ports, Window } from '../ports.ts';

type Needs = Pick<Ports, 'publishedEvents' | 'now' | 'repeatDaysMax'>;

const PAGE_SIZE = 500;
/** So much in one call; the caller goes on from where it ended. */
const PAGES_MAX = 20;
/**
 * Length of the part of the window that is read at once. It doubles after each part that fits into a page,
 * and starts here again after one that does not.
 */
const STRETCH_MIN_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Publishes again the events about what was booked in a window, under the same event ids. Safe to
 * repeat, and to go on with after a crash: consumers recognize what they have handled.
 */
export function republishEvents({ publishedEvents, now, repeatDaysMax }: Needs) {
  const requireRepeatable = ({ from, to }: Window): void => {
    if (from >= to) throw fieldError('from', 'must be earlier than to');
    if (now().getTime() - from.getTime() > repeatDaysMax * DAY_MS) {
      throw fieldError(
        'from',
        `must be within the last ${repeatDaysMax} days, in which consumers recognize duplicates`,
      );
    }
  };

  return async (window: Window) => {
    requireRepeatable(window);
    const { to } = window;
    let { from } = window;
    let [events, skipped] = [0, 0];
    let after: EventPlace | null = null;
    let stretchMs = STRETCH_MIN_MS;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const end = new Date(Math.min(to.getTime(), from.getTime() + stretchMs));
      const done = await publishedEvents.republish({ from, to: end, after, limit: PAGE_SIZE });
      events += done.events.length;
      skipped += done.skipped;
      if (done.next) {
        [after, from] = [done.next, done.next.at];
        stretchMs = STRETCH_MIN_MS;
        continue;
      }
      if (end >= to) return { events, skipped, nextFrom: null };
      [after, from] = [null, end];
      stretchMs *= 2;
    }
    return { events, skipped, nextFrom: from };
  };
}
