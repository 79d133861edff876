import type { Runtime } from '@entrada/platform/runtime/runtime';
import { openBackoff, pause } from '@entrada/platform/time/backoff';

/** Soon at first: where everything starts at once, the bank may need a moment longer than we do. */
const RETRY = { firstMs: 100, maxMs: 5_000 } as const;

/**
 * Tells the bank where to call when money arrives, until the bank has accepted it. Nothing waits for it:
 * the callback only makes us faster.
 */
export function registerCallback(register: () => Promise<void>, { log }: Runtime): Disposable {
  const stopping = new AbortController();
  const backoff = openBackoff(RETRY);
  const attempt = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await register();
      } catch {
        const retryInMs = Math.round(backoff.nextMs());
        log.warn({ retryInMs }, 'callback registration at the bank failed, retrying');
        await pause(retryInMs, stopping.signal);
      }
    }
  };
  void attempt();
  return { [Symbol.dispose]: () => stopping.abort() };
}
