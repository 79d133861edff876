import type { Ports } from '../ports.ts';

/** A hint can be lost with the process that should send it. */
const READ_AGAIN_EVERY_MS = 5_000;
const MS = 1_000;

type Needs = Pick<Ports, 'listEvents' | 'waitForEvents' | 'now'>;
type EventsQuery = Parameters<Ports['listEvents']>[0];
type Input = EventsQuery & { readonly credentialId: string; readonly waitSeconds: number };
type Page = Awaited<ReturnType<Ports['listEvents']>>;

/**
 * A page of the feed; an empty one only when the wait is over, the client or the gateway leaves, or too many wait already.
 * Null when the key or session was revoked during the wait.
 */
export function readEvents({ listEvents, waitForEvents, now }: Needs) {
  return async (input: Input, left: AbortSignal): Promise<Page | null> => {
    const { waitSeconds, credentialId, ...wanted } = input;
    const until = now() + waitSeconds * MS;
    // Before the first read, so that no hint is missed after it.
    using reader = waitSeconds > 0 ? waitForEvents(wanted.accountId, credentialId) : null;
    for (;;) {
      const page = await listEvents(wanted);
      if (reader?.isRevoked()) return null;
      const remainingMs = until - now();
      if (!reader || page.events.length > 0 || remainingMs <= 0 || left.aborted) return page;
      await reader.changed(Math.min(READ_AGAIN_EVERY_MS, remainingMs), left);
    }
  };
}
