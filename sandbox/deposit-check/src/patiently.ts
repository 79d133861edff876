import { setTimeout as delay } from 'node:timers/promises';

/** Pods that have just started, on a busy node, and the name of a Service that is new. */
const WAIT_MAX_MS = 60_000;
const PAUSE_MS = 250;

/** Repeats a step until it neither throws nor gives null; at the end fails as the last attempt did. */
export async function patiently<T>(step: () => T | null | Promise<T | null>): Promise<T> {
  const giveUpAt = performance.now() + WAIT_MAX_MS;
  for (;;) {
    try {
      const result = await step();
      if (result !== null) return result;
      if (performance.now() > giveUpAt) throw new Error(`nothing came in ${WAIT_MAX_MS / 1_000} s`);
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
    await delay(PAUSE_MS);
  }
}
