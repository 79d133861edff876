import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 60_000;

/** Once a minute: disables what has failed for days, settles what an endpoint left behind, prunes. */
export function startHousekeeping(app: App, runtime: Runtime): AsyncDisposable {
  const duties = {
    'disable failing endpoints': app.disableFailing,
    'settle deliveries': app.settleDeliveries,
    'remove old events': app.prune,
  };
  const jobs = new AsyncDisposableStack();
  for (const [name, duty] of Object.entries(duties)) {
    const work = async () => {
      await duty();
      return false;
    };
    jobs.use(repeat({ name, everyMs: EVERY_MS, work }, runtime));
  }
  return jobs;
}
