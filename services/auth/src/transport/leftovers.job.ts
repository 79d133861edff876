import { pause } from '@entrada/platform/events/backoff';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';

const EVERY_MS = 5 * 60_000;
const ROUNDS_MAX = 100;

/** Keeps tables small; what a round leaves is taken by the next. Any number of replicas may do it. */
export function startRemovingLeftovers(app: App, { log }: Runtime): AsyncDisposable {
  const stopping = new AbortController();
  const removeAll = async () => {
    for (let round = 0; round < ROUNDS_MAX && !stopping.signal.aborted; round += 1) {
      if ((await app.removeLeftovers()) === 0) return;
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      // Replicas that started together do not work together.
      await pause(EVERY_MS * (0.5 + Math.random()), stopping.signal);
      await removeAll().catch((err: unknown) => log.warn({ err }, 'leftovers stay for now'));
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
