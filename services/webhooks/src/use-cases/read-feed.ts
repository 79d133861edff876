import { feedTooShort } from '../domain/delivery.ts';
import type { Ports } from '../ports.ts';

/** Null as `after`: from what was acknowledged. */
export function readEvents({ feed }: Ports) {
  return async (accountId: string, after: number | null, limit: number) => {
    const page = await feed.read(accountId, after, limit);
    const isEmpty = page.bodies.length === 0;
    // A reader with a position that was never issued would wait for events that it then skips.
    if (after !== null && isEmpty && !(await feed.hasPassed(after))) throw feedTooShort('after');
    return page;
  };
}

export function acknowledgeEvents({ feed }: Ports) {
  return async (accountId: string, position: number): Promise<void> => {
    if (!(await feed.acknowledge(accountId, position))) throw feedTooShort('cursor');
  };
}
