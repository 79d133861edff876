import type { Ports, RevocationListener, Revoked } from '../ports.ts';

/** Longer than a gateway caches a decision, so a gateway that reconnects misses nothing. */
const RECENT_MS = 10_000;
const HEARTBEAT_EVERY_MS = 1_000;

type Needs = Pick<Ports, 'revocations' | 'now'>;

/** First the recent revocations, then each new one at once, and an empty heartbeat every second. */
export function watchRevocations({ revocations, now }: Needs) {
  return async (signal: AbortSignal): Promise<AsyncIterable<Revoked>> => {
    // Subscribed before the recent ones are read, so that none is missed between.
    const listener = revocations.subscribe(signal);
    try {
      const recent = await revocations.since(new Date(now().getTime() - RECENT_MS));
      return stream(listener, recent, signal);
    } catch (error) {
      listener[Symbol.dispose]();
      throw error;
    }
  };
}

async function* stream(
  listener: RevocationListener,
  recent: Revoked,
  signal: AbortSignal,
): AsyncGenerator<Revoked> {
  using held = listener;
  yield recent;
  while (!signal.aborted) {
    const revoked = await held.next(HEARTBEAT_EVERY_MS);
    // No heartbeat while our own connection is lost: revocations may be missed.
    if (revoked) yield revoked;
  }
}
