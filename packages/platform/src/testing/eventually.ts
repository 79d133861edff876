import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Only a failure takes so long: a machine that stalls for some seconds must not be one. */
const TIMEOUT_MS = 30_000;
/** The same on a busy machine, before the test itself is out of time. */
const TIMEOUT_BUSY_MS = 120_000;
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
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<Exclude<T, false>> {
  const begunAt = Date.now();
  const waitMaxMs = () => timeoutMs ?? Math.min(TIMEOUT_BUSY_MS, scaledByLoad(TIMEOUT_MS));
  const isLate = () => Date.now() - begunAt > waitMaxMs();
  for (;;) {
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
      if (isLate()) throw new Error(`Still false after ${Date.now() - begunAt} ms`);
    } catch (error) {
      if (isLate()) throw error;
    }
    await delay(pauseMs(Date.now() - begunAt));
  }
}

function pauseMs(waitedMs: number): number {
  return Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, waitedMs * PAUSE_SHARE_OF_WAIT));
}

const ATTEMPTS_MAX = 5;

/** What a scenario throws when the machine stalled until what it tests was over. */
export class Stalled extends Error {}

/** Runs a scenario; again only where it says that the machine stalled, never where it found something wrong. */
export async function unlessStalled<T>(scenario: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await scenario();
    } catch (error) {
      if (!(error instanceof Stalled) || attempts === ATTEMPTS_MAX) throw error;
    }
  }
}

/** A time that a quiet machine keeps, longer by as much as this one has more to do than it has cores. */
export function scaledByLoad(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return ms * Math.max(1, lastMinute / availableParallelism());
}
