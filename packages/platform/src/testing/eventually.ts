import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_EVERY_MS = 25;

/**
 * Repeats a check until it neither throws nor returns false, and gives back what it returned.
 * After the deadline it fails as the last attempt did.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Exclude<T, false>> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      if (Date.now() > giveUpAt) throw new Error(`Still false after ${timeoutMs} ms`);
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
    await delay(POLL_EVERY_MS);
  }
}
