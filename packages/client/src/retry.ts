import { EntradaError } from './entrada-error.ts';

export const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** A longer wait is for the caller to decide. */
const PAUSE_MAX_MS = 5_000;
const TEMPORARY_CODES = new Set(['network_error', 'client_timeout', 'idempotency_in_progress']);
const TEMPORARY_STATUSES = new Set([429, 500, 502, 503, 504]);

type Rules = {
  readonly maxRetries?: number | undefined;
  /** False: a second request would take effect twice, so only one that the API refused unread is retried. */
  readonly isRepeatable?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

export async function withRetries<T>(attempt: () => Promise<T>, rules: Rules = {}): Promise<T> {
  const { maxRetries = RETRIES, isRepeatable = true, signal } = rules;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const mayRetry = isRepeatable ? isTemporary(error) : wasNotBegun(error);
      const pauseMs = pauseBefore(error, retries);
      if (!mayRetry || retries >= maxRetries || pauseMs > PAUSE_MAX_MS) throw error;
      await pause(pauseMs, signal);
    }
  }
}

export function isTemporary(error: unknown): error is EntradaError {
  return (
    error instanceof EntradaError &&
    (TEMPORARY_CODES.has(error.code) || TEMPORARY_STATUSES.has(error.status))
  );
}

/** The API refused it because of its own load, before it looked at it. */
function wasNotBegun(error: unknown): boolean {
  return error instanceof EntradaError && (error.status === 429 || error.code === 'overloaded');
}

/** As the API asks; else longer each time, and not at the same moment as every other client. */
export function pauseBefore(error: unknown, retries: number): number {
  const { retryAfterMs } = error as Partial<EntradaError>;
  const full = Math.min(FIRST_PAUSE_MS * 2 ** retries, PAUSE_MAX_MS);
  return retryAfterMs ?? full * (0.5 + Math.random() / 2);
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
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
