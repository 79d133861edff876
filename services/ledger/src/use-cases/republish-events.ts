import { type Republishing, republishLine, requireRepeatable } from '@entrada/approvals/decision';
import type { Ports } from '../ports.ts';

const PAGE_SIZE = 500;
/** So much in one call; the caller goes on from where it ended. */
const PAGES_MAX = 20;
/**
 * Length of the part of the window that is read at once. It doubles after each part that fits into a page,
 * and starts here again after one that does not.
 */
const STRETCH_MIN_MS = 60_000;

type Page = Awaited<ReturnType<Ports['publishedEvents']['republish']>>;

/**
 * Publishes again the events about what was booked in a window, under the same event ids. Safe to
 * repeat, and to go on with after a crash: consumers recognize what they have handled. Its approval is used up by the last call.
 */
export function republishEvents(needs: Ports) {
  const { publishedEvents, recordAudit, approvals, now, repeatDaysMax } = needs;
  return async (input: Republishing) => {
    requireRepeatable(input, now(), repeatDaysMax);
    const approved = await approvals.check(input.asked);
    await recordAudit(republishLine(input, 'ledger', approved));
    const { to } = input;
    let from = input.resumeFrom ?? input.from;
    let events = 0;
    let after: Page['next'] = null;
    let stretchMs = STRETCH_MIN_MS;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const end = new Date(Math.min(to.getTime(), from.getTime() + stretchMs));
      const done: Page = await publishedEvents.republish({
        from,
        to: end,
        after,
        limit: PAGE_SIZE,
      });
      events += done.events.length;
      if (done.next) {
        [after, from] = [done.next, done.next.at];
        stretchMs = STRETCH_MIN_MS;
        continue;
      }
      if (end >= to) {
        await approvals.finish(approved);
        return { events, nextFrom: null };
      }
      [after, from] = [null, end];
      stretchMs *= 2;
    }
    return { events, nextFrom: from };
  };
}
