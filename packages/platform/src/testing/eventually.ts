import { setTimeout as delay } from 'node:timers/promises';

/** Only a failure takes so long: a machine that stalls for some seconds must not be one. */
const TIMEOUT_MS = 30_000;
const PAUSE_MIN_MS = 25;
const PAUSE_MAX_MS = 250;
/** A check of a whole system costs more than waiting a little longer for what takes long anyway. */
const PAUSE_SHARE_OF_WAIT = 0.05;

/**
 * Repeats a check until it neither throws nor returns false, and gives back what it returned.
 * After the deadline it fails as the last attempt did.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Exclude<T, false>> {
  const begunAt = Date.now();
  const giveUpAt = begunAt + timeoutMs;
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      if (Date.now() > giveUpAt) throw new Error(`Still false after ${timeoutMs} ms`);
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
    await delay(pauseMs(Date.now() - begunAt));
  }
}

function pauseMs(waitedMs: number): number {
  return Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, waitedMs * PAUSE_SHARE_OF_WAIT));
}
