import type { Ports, RevocationListener, Revoked } from '../ports.ts';

/** Longer than any gateway keeps a decision, so whoever was away misses nothing that matters. */
const RECENT_MS = 10_000;
const HEARTBEAT_EVERY_MS = 1_000;

type Needs = Pick<Ports, 'revocations' | 'now'>;

/** First what was revoked lately, then each revocation at once, and nothing once a second. */
export function watchRevocations({ revocations, now }: Needs) {
  return async (signal: AbortSignal): Promise<AsyncIterable<Revoked>> => {
    // Listening begins before we look back, so that nothing falls between.
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
    // While we may be deaf ourselves we do not claim that all is well.
    if (revoked) yield revoked;
  }
}
