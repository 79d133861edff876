import { type Republishing, republishLine, requireRepeatable } from '@entrada/approvals/decision';
import type { EventPlace } from '../domain/views.ts';
import type { Ports } from '../ports.ts';

const PAGE_SIZE = 500;
/** So much in one call; the caller goes on from where it ended. */
const PAGES_MAX = 10;

/**
 * Publishes again what happened in a stretch of time, under the same event ids. Safe to repeat, and to
 * go on with after a crash: consumers recognize what they have handled. Its approval is used up by the last call.
 */
export function republishEvents({ history, recordAudit, approvals, now, repeatDaysMax }: Ports) {
  return async (input: Republishing) => {
    requireRepeatable(input, now(), repeatDaysMax);
    const approved = await approvals.check(input.asked);
    await recordAudit(republishLine(input, 'charges', approved));
    const { resumeFrom, to } = input;
    const from = resumeFrom ?? input.from;
    let events = 0;
    let last: EventPlace | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const done = await history.republish({ from, to, after: last, limit: PAGE_SIZE });
      if (!done) {
        await approvals.finish(approved);
        return { events, nextFrom: null };
      }
      events += done.events;
      last = done.last;
    }
    return { events, nextFrom: last?.at ?? null };
  };
}
