import { setTimeout as delay } from 'node:timers/promises';

type Options = { readonly perSecond: number; readonly nowMs: () => number };

/** A bucket that fills steadily and holds one second's worth. True: go ahead. */
export function openCallBudget({ perSecond, nowMs }: Options): () => boolean {
  let left = perSecond;
  let filledAtMs = nowMs();
  return () => {
    const atMs = nowMs();
    left = Math.min(perSecond, left + ((atMs - filledAtMs) / 1000) * perSecond);
    filledAtMs = atMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** For work in the background, which waits for its budget. */
export function openCallPace(options: Options): () => Promise<void> {
  const mayCall = openCallBudget(options);
  return async () => {
    while (!mayCall()) await delay(1000 / options.perSecond);
  };
}
