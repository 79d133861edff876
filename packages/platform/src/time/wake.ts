export type Wake = {
  wake(): void;
  /** Returns immediately if woken since the last wait, else when woken, aborted or out of time. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>;
};

/** Lets one loop sleep until it is woken; a wake-up while the loop is busy is not lost. */
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
