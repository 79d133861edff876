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

/** Waits for `work` but no longer than `maxMs`; false when time ran out. */
export async function atMost(maxMs: number, work: Promise<unknown>): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), maxMs);
  try {
    return await Promise.race([work.then(() => true), timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
