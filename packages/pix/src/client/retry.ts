import { setTimeout as delay } from 'node:timers/promises';
import { COME_BACK_LATER, isCircuitOpen, PixError, problemOf } from './pix-error.ts';

const ATTEMPTS_MAX = 3;
const WAIT_FIRST_MS = 100;

type Options = { readonly deadlineMs: number; readonly signal: AbortSignal };

/**
 * Retries temporary failures a few times, within the deadline. If the bank's Retry-After exceeds the
 * remaining time, it is not called again.
 */
export async function withRetries<Result>(
  work: (attempt: number) => Promise<Result>,
  { deadlineMs, signal }: Options,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || signal.aborted || !mayPass(error)) throw error;
      const waitMs = Math.max(jittered(attempt), problemOf(error)?.retryAfterMs ?? 0);
      if (performance.now() + waitMs >= deadlineMs) throw error;
      await delay(waitMs, undefined, { signal });
    }
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof PixError) || isCircuitOpen(error)) return false;
  if (error.kind === 'timeout') return true;
  const status = problemOf(error)?.status;
  const isMomentary = status === undefined || status >= 500 || COME_BACK_LATER.includes(status);
  return error.kind === 'unavailable' && isMomentary;
}

function jittered(attempt: number): number {
  const fullMs = WAIT_FIRST_MS * 2 ** (attempt - 1);
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}
