import { feedTooShort } from '../domain/delivery.ts';
import type { FeedPage, Ports } from '../ports.ts';

/** Null as `after`: from what was acknowledged. */
export function readEvents({ feed }: Pick<Ports, 'feed'>) {
  return async (accountId: string, after: number | null, limit: number): Promise<FeedPage> => {
    const page = await feed.read(accountId, after, limit);
    const isEmpty = page.bodies.length === 0;
    // A reader with a position that was never issued would wait for events that it then skips.
    if (after !== null && isEmpty && !(await feed.hasPassed(after))) throw feedTooShort('after');
    return page;
  };
}
