export type Wake = {
  wake(): void;
  /** Returns at once when woken since the last wait, else when woken, stopped or out of time. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>;
};

/** One loop sleeps on it; a call that comes while the loop is busy is not lost. */
export function openWake(): Wake {
  let woken = false;
  let stopWaiting = () => {};
  return {
    wake() {
      woken = true;
      stopWaiting();
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
    },
  };
}
