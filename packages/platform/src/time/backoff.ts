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

export type Wake = {
  wake(): void;
  /** Wakes after this time, unless it is woken before. */
  wakeWithin(ms: number): void;
  /** Returns immediately if woken since the last wait, else when woken, aborted or out of time. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>;
};

/** Lets one loop sleep until it is woken; a wake-up while the loop is busy is not lost. */
export function openWake(): Wake {
  let woken = false;
  let stopWaiting = () => {};
  let later: NodeJS.Timeout | undefined;
  const wake = () => {
    woken = true;
    stopWaiting();
  };
  return {
    wake,
    wakeWithin(ms) {
      later ??= setTimeout(wake, ms);
    },
    async wait(maxMs, signal) {
      if (!woken && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, maxMs);
        stopWaiting = resolve;
        signal.addEventListener('abort', stopWaiting, { once: true });
        await promise;
        clearTimeout(timer);
        signal.removeEventListener('abort', stopWaiting);
      }
      woken = false;
      clearTimeout(later);
      later = undefined;
    },
  };
}
