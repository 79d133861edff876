import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;
/** Readers add what is missing: more often would only write the same hours more often. */
const ADD_UP_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 60_000;

type Options = { readonly runtime: Runtime; readonly sweepEveryMs: number };

/** The jobs that no request starts. Any number of replicas run them and share the work. */
export function startBackground(app: App, { runtime, sweepEveryMs }: Options): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const start = (name: string, work: () => Promise<boolean>, everyMs = LOOK_FOR_WORK_EVERY_MS) =>
    jobs.use(repeat({ name, everyMs, work }, runtime));
  const startLeased = (name: string, work: () => Promise<boolean>, everyMs: number) =>
    jobs.use(repeat({ name, everyMs, work, isLeased: true }, runtime));
  const everyMs = LOOK_FOR_WORK_EVERY_MS;
  startLeased('sweep', app.sweepPayments, Math.min(everyMs, sweepEveryMs));
  startLeased('recent-sweep', app.sweepRecent, everyMs);
  startLeased('late-sweep', app.sweepLate, everyMs);
  startLeased('recheck', app.recheckUnclear, everyMs);
  startLeased('returns', app.trackReturns, everyMs);
  startLeased('prune', app.pruneOldRows, PRUNE_EVERY_MS);
  start('expiry', app.checkOverdue);
  start('refunds', app.trackRefunds);
  start('rollup', app.addUpHours, ADD_UP_EVERY_MS);
  return jobs;
}
