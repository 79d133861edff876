import { type CallOptions, type WriteOptions, withKey } from './call-options.ts';
import type { Client } from './client.ts';
import { keepPace, POLL_SECONDS, pollTimeoutMs, readThroughOutage } from './long-poll.ts';
import type { WebhookEvent } from './webhook-event.ts';

export type EventsQuery = {
  /** Events after this one; default: after what was acknowledged; `0`: from the start. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** Seconds to wait for an event when there is none, 0 to 30. */
  readonly wait?: number | undefined;
};
export type EventsPage = {
  readonly events: readonly WebhookEvent[];
  /** Position after the last event of the page: read on from it, or acknowledge it. */
  readonly nextCursor: string | null;
};
export type FollowOptions = Pick<CallOptions, 'signal'> & Pick<EventsQuery, 'cursor' | 'limit'>;

/** The feed: every event of the account, in order and without gaps. */
export function eventCalls({ request }: Client) {
  async function read(query: EventsQuery = {}, options: CallOptions = {}): Promise<EventsPage> {
    const timeoutMs = query.wait ? pollTimeoutMs(query.wait) : undefined;
    const input = { query, timeoutMs, ...options };
    const { events, nextCursor } = await request('GET /api/events', input);
    return { events, nextCursor };
  }

  /** Every page that has events, without end; store the `nextCursor` of a page when you have handled it. */
  async function* pages({ cursor, limit, signal }: FollowOptions = {}): AsyncGenerator<EventsPage> {
    for (let at = cursor; ; ) {
      const begunAt = performance.now();
      const query = { cursor: at, limit, wait: POLL_SECONDS };
      const page = await readThroughOutage(() => read(query, { signal }), signal);
      if (page.events.length > 0) yield page;
      else await keepPace(begunAt, signal);
      at = page.nextCursor ?? at;
    }
  }

  /** Acknowledges every event up to the cursor: reading without a cursor begins after it. */
  async function ack(cursor: string, options: WriteOptions = {}): Promise<void> {
    await request('POST /api/events/ack', { body: { cursor }, ...withKey(options) });
  }

  /**
   * Every event, without end. With `ack`, a page is acknowledged when your loop asks for the event after
   * it: an event that your loop did not finish comes again, to this program or to the next.
   */
  async function* follow(
    options: FollowOptions & { readonly ack?: boolean } = {},
  ): AsyncGenerator<WebhookEvent> {
    for await (const { events, nextCursor } of pages(options)) {
      yield* events;
      if (options.ack && nextCursor !== null) await ack(nextCursor, { signal: options.signal });
    }
  }

  return { read, ack, pages, follow };
}
