import { setTimeout as delay } from 'node:timers/promises';

export type Backoff = { nextMs(): number; reset(): void };

/** Doubles up to a cap; half of each wait is random, so that many clients do not retry together. */
export function openBackoff({ firstMs, maxMs }: { firstMs: number; maxMs: number }): Backoff {
  let attempts = 0;
  return {
    nextMs() {
      const fullMs = Math.min(maxMs, firstMs * 2 ** attempts);
      if (fullMs < maxMs) attempts += 1;
      return fullMs / 2 + (Math.random() * fullMs) / 2;
    },
    reset() {
      attempts = 0;
    },
  };
}

/** Waits; returns early when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** Waits for `work` but no longer than `maxMs`, nor once `until` is aborted; false when it was given up. */
export async function atMost(
  maxMs: number,
  work: Promise<unknown>,
  until?: AbortSignal,
): Promise<boolean> {
  const over = new AbortController();
  const signal = until ? AbortSignal.any([until, over.signal]) : over.signal;
  try {
    return await Promise.race([work.then(() => true), pause(maxMs, signal).then(() => false)]);
  } finally {
    over.abort();
  }
}
