import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 60_000;

/**
 * Once a minute: disables endpoints that failed for days, settles deliveries of changed endpoints,
 * continues replays, moves secrets to the current key, prunes.
 */
export function startHousekeeping(app: App, runtime: Runtime): AsyncDisposable {
  const duties: Record<string, () => Promise<unknown>> = {
    'disable-failing': app.disableFailing,
    'settle-deliveries': app.settleDeliveries,
    'continue-replays': app.continueReplays,
    'reseal-secrets': app.resealSecrets,
    prune: app.prune,
  };
  const jobs = new AsyncDisposableStack();
  for (const [name, duty] of Object.entries(duties)) {
    const work = async () => (await duty()) === true;
    jobs.use(repeat({ name, everyMs: EVERY_MS, work }, runtime));
  }
  return jobs;
}
