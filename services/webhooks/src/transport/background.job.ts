import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const NOTICES_EVERY_MS = 5_000;
const FOLD_EVERY_MS = 3_000;
const HOUSEKEEPING_EVERY_MS = 60_000;

type Duties = App & { readonly foldAttempts: () => Promise<boolean> };

/** What is done from time to time. Any number of replicas may run each at once. */
export function startJobs(app: Duties, runtime: Runtime): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const start = (name: string, everyMs: number, duty: () => Promise<unknown>) => {
    const work = async () => (await duty()) === true;
    jobs.use(repeat({ name, everyMs, work }, runtime));
  };
  start('notices', NOTICES_EVERY_MS, app.sendNotices);
  const fold = { name: 'fold-attempts', everyMs: FOLD_EVERY_MS, work: app.foldAttempts };
  jobs.use(repeat({ ...fold, isFigure: true }, runtime));
  start('disable-failing', HOUSEKEEPING_EVERY_MS, app.disableFailing);
  start('settle-deliveries', HOUSEKEEPING_EVERY_MS, () => app.settleDeliveries());
  start('continue-replays', HOUSEKEEPING_EVERY_MS, () => app.continueReplays());
  start('reseal-secrets', HOUSEKEEPING_EVERY_MS, app.resealSecrets);
  start('prune', HOUSEKEEPING_EVERY_MS, app.prune);
  return jobs;
}
