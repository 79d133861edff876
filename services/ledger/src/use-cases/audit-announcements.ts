import type { Ports, Tell, Window } from '../ports.ts';

/** Enough to see that something is wrong; the rest is found when that is mended. */
const NAMED_MAX = 1_000;

/** I8: what we say was published is on the topic, and what is on the topic is ours. */
export function auditAnnouncements({ books }: Pick<Ports, 'books'>) {
  return async (window: Window, tell: Tell): Promise<void> => {
    for (const { eventId, key } of await books.unseenBetween(window, NAMED_MAX)) {
      const subject = `event ${eventId} of ${key}`;
      tell({ invariant: 'I8', subject, expected: 'a record on the topic', found: 'none' });
    }
    for (const { eventId } of await books.unsentBetween(window, NAMED_MAX)) {
      const subject = `event ${eventId}`;
      tell({ invariant: 'I8', subject, expected: 'a row in the outbox', found: 'none' });
    }
  };
}
