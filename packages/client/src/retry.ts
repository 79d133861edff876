import { EntradaError } from './entrada-error.ts';

const ATTEMPTS_MAX = 3;
const FIRST_PAUSE_MS = 250;
/** A longer wait is for the caller to decide. */
const PAUSE_MAX_MS = 5_000;
const RETRIED = new Set(['network_error', 'client_timeout', 'idempotency_in_progress']);
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);

/** Only for what may be done twice. */
export async function withRetries<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = pauseBeforeRetry(error, attempts);
      if (pauseMs === undefined) throw error;
      await wait(pauseMs, signal);
    }
  }
}

/** How long to wait before the next attempt; undefined: do not retry. */
function pauseBeforeRetry(error: unknown, attempts: number): number | undefined {
  if (!(error instanceof EntradaError) || attempts >= ATTEMPTS_MAX) return undefined;
  if (!RETRIED.has(error.code) && !RETRIED_STATUSES.has(error.status)) return undefined;
  const pauseMs = error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempts - 1);
  return pauseMs > PAUSE_MAX_MS ? undefined : pauseMs;
}

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
    signal?.addEventListener('abort', end);
  });
}
