import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;

type Options = { readonly runtime: Runtime; readonly sweepEveryMs: number };

/** What happens without anybody asking. Any number of replicas run it and share the work. */
export function startBackground(app: App, { runtime, sweepEveryMs }: Options): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const everyMs = LOOK_FOR_WORK_EVERY_MS;
  const sweepLooksMs = Math.min(everyMs, sweepEveryMs);
  jobs.use(repeat({ name: 'sweep', everyMs: sweepLooksMs, work: app.sweepPayments }, runtime));
  jobs.use(repeat({ name: 'recent-sweep', everyMs, work: app.sweepRecent }, runtime));
  jobs.use(repeat({ name: 'late-sweep', everyMs, work: app.sweepLate }, runtime));
  jobs.use(repeat({ name: 'recheck', everyMs, work: app.recheckUnclear }, runtime));
  jobs.use(repeat({ name: 'expiry', everyMs, work: app.checkOverdue }, runtime));
  jobs.use(repeat({ name: 'refunds', everyMs, work: app.trackRefunds }, runtime));
  jobs.use(repeat({ name: 'returns', everyMs, work: app.trackReturns }, runtime));
  jobs.use(repeat({ name: 'prune', everyMs: 60_000, work: app.pruneOldRows }, runtime));
  return jobs;
}
