import { pause } from '@entrada/platform/events/backoff';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';

const EVERY_MS = 60_000;
/** Processes started together do not all come at once. */
const FIRST_AFTER_MAX_MS = 10_000;

type Options = {
  readonly runtime: Runtime;
  /** In [0, 1). */
  readonly chance: () => number;
};

/** Once a minute: disables what has failed for days, settles what an endpoint left behind, prunes. */
export function startHousekeeping(app: App, { runtime, chance }: Options): AsyncDisposable {
  const stop = new AbortController();
  const duties = [app.disableFailing, app.settleDeliveries, app.prune];

  async function run(): Promise<void> {
    await pause(chance() * FIRST_AFTER_MAX_MS, stop.signal);
    while (!stop.signal.aborted) {
      for (const duty of duties) {
        if (!stop.signal.aborted) await attempt(duty);
      }
      await pause(EVERY_MS, stop.signal);
    }
  }

  async function attempt(duty: () => Promise<void>): Promise<void> {
    try {
      await duty();
    } catch (err) {
      runtime.log.warn({ err }, 'housekeeping failed');
    }
  }

  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
