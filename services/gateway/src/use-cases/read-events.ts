import type { Ports } from '../ports.ts';

/** How often the feed is read while a client waits. */
const READ_EVERY_MS = 500;
const MS = 1_000;

type Needs = Pick<Ports, 'listEvents' | 'now' | 'pause'>;
type Input = Parameters<Ports['listEvents']>[0] & { readonly waitSeconds: number };

/** A page of the feed; an empty one only when the wait is over, or the client has left. */
export function readEvents({ listEvents, now, pause }: Needs) {
  return async ({ waitSeconds, ...input }: Input, left: AbortSignal) => {
    const until = now() + waitSeconds * MS;
    for (;;) {
      const page = await listEvents(input);
      const remainingMs = until - now();
      if (page.events.length > 0 || remainingMs <= 0 || left.aborted) return page;
      await pause(Math.min(READ_EVERY_MS, remainingMs), left);
    }
  };
}
