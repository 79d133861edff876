import { setTimeout as delay } from 'node:timers/promises';
import type { Runtime } from '@entrada/platform/runtime/runtime';

const RETRY_EVERY_MS = 5_000;

/**
 * Tells the bank where to call when money arrives, until the bank has heard. Nothing waits for it:
 * the callback only makes us faster.
 */
export function registerCallback(register: () => Promise<void>, { log }: Runtime): Disposable {
  const stopping = new AbortController();
  const attempt = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await register();
      } catch {
        log.warn({ retryInMs: RETRY_EVERY_MS }, 'bank does not know our callback yet');
        await delay(RETRY_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  void attempt();
  return { [Symbol.dispose]: () => stopping.abort() };
}
