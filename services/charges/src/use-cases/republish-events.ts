import { fieldError } from '@entrada/platform/errors/app-error';
import type { EventPlace } from '../domain/republish.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'history' | 'now' | 'repeatDaysMax'>;

const PAGE_SIZE = 500;
/** So much in one call; the caller goes on from where it ended. */
const PAGES_MAX = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Publishes again what happened in a stretch of time, under the same event ids. Safe to repeat, and to
 * go on with after a crash: consumers recognize what they have handled.
 */
export function republishEvents({ history, now, repeatDaysMax }: Needs) {
  return async (from: Date, to: Date) => {
    if (from >= to) throw fieldError('from', 'must be earlier than to');
    if (now().getTime() - from.getTime() > repeatDaysMax * DAY_MS) {
      throw fieldError(
        'from',
        `must be within the last ${repeatDaysMax} days, in which consumers recognize duplicates`,
      );
    }
    let events = 0;
    let last: EventPlace | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const done = await history.republish({ from, to, after: last, limit: PAGE_SIZE });
      if (!done) return { events, nextFrom: null };
      events += done.events;
      last = done.last;
    }
    return { events, nextFrom: last?.at ?? null };
  };
}
