import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;
/** Readers add what is missing: more often would only write the same hours more often. */
const ADD_UP_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 60_000;

type Timing = { readonly everyMs: number; readonly isLeased: boolean };
type Options = { readonly runtime: Runtime; readonly sweepEveryMs: number };

/** The jobs that no request starts. Every replica starts them; a leased one runs on one replica at a time. */
export function startBackground(app: App, { runtime, sweepEveryMs }: Options): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const everyMs = LOOK_FOR_WORK_EVERY_MS;
  const start = (name: string, work: () => Promise<boolean>, options: Partial<Timing> = {}) =>
    jobs.use(repeat({ name, work, everyMs, ...options }, runtime));
  const isLeased = true;
  start('sweep', app.sweepPayments, { isLeased, everyMs: Math.min(everyMs, sweepEveryMs) });
  start('recent-sweep', app.sweepRecent, { isLeased });
  start('late-sweep', app.sweepLate, { isLeased });
  start('recheck', app.recheckUnclear, { isLeased });
  start('returns', app.trackReturns, { isLeased });
  start('prune', app.pruneOldRows, { isLeased, everyMs: PRUNE_EVERY_MS });
  start('expiry', app.checkOverdue);
  start('refunds', app.trackRefunds);
  start('rollup', app.addUpHours, { everyMs: ADD_UP_EVERY_MS });
  return jobs;
}
