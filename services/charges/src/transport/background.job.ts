import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;
/** Readers add what is missing: more often would only write the same hours more often. */
const ADD_UP_EVERY_MS = 5_000;

type Options = {
  readonly runtime: Runtime;
  readonly sweepEveryMs: number;
  /** Called after each run of a job that all replicas share; a job that one replica leases reports its own runs. */
  readonly finished: (job: string) => void;
};

/** The jobs that no request starts. Any number of replicas run them and share the work. */
export function startBackground(
  app: App,
  { runtime, sweepEveryMs, finished }: Options,
): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const everyMs = LOOK_FOR_WORK_EVERY_MS;
  const sweepLooksMs = Math.min(everyMs, sweepEveryMs);
  const shared = (name: string, work: () => Promise<boolean>) => async () => {
    const isMore = await work();
    finished(name);
    return isMore;
  };
  jobs.use(repeat({ name: 'sweep', everyMs: sweepLooksMs, work: app.sweepPayments }, runtime));
  jobs.use(repeat({ name: 'recent-sweep', everyMs, work: app.sweepRecent }, runtime));
  jobs.use(repeat({ name: 'late-sweep', everyMs, work: app.sweepLate }, runtime));
  jobs.use(repeat({ name: 'recheck', everyMs, work: app.recheckUnclear }, runtime));
  jobs.use(repeat({ name: 'expiry', everyMs, work: shared('expiry', app.checkOverdue) }, runtime));
  jobs.use(
    repeat({ name: 'refunds', everyMs, work: shared('refunds', app.trackRefunds) }, runtime),
  );
  jobs.use(
    repeat(
      { name: 'hours', everyMs: ADD_UP_EVERY_MS, work: shared('hours', app.addUpHours) },
      runtime,
    ),
  );
  jobs.use(repeat({ name: 'returns', everyMs, work: app.trackReturns }, runtime));
  jobs.use(repeat({ name: 'prune', everyMs: 60_000, work: app.pruneOldRows }, runtime));
  return jobs;
}
