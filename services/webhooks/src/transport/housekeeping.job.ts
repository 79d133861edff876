import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 60_000;

/**
 * Once a minute: disables what has failed for days, settles what an endpoint left behind, goes on
 * with replays, prunes.
 */
export function startHousekeeping(app: App, runtime: Runtime): AsyncDisposable {
  const duties: Record<string, () => Promise<unknown>> = {
    'disable failing endpoints': app.disableFailing,
    'settle deliveries': app.settleDeliveries,
    'continue replays': app.continueReplays,
    'remove old events': app.prune,
  };
  const jobs = new AsyncDisposableStack();
  for (const [name, duty] of Object.entries(duties)) {
    const work = async () => (await duty()) === true;
    jobs.use(repeat({ name, everyMs: EVERY_MS, work }, runtime));
  }
  return jobs;
}
