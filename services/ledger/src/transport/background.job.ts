import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';
import { watchBalances } from '../metrics/balance-metrics.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;

const PRUNE_EVERY_MS = 60_000;

type Options = {
  readonly runtime: Runtime;
  readonly checkpointEveryMs: number;
  /** Gets the accounts whose books a job has changed. */
  readonly note: (accountIds: readonly string[]) => void;
};

/** What happens without anybody asking. Any number of replicas run it and share the work. */
export function startBackground(app: App, options: Options): AsyncDisposable {
  const { runtime, checkpointEveryMs, note } = options;
  const jobs = new AsyncDisposableStack();
  const signEveryMs = Math.min(LOOK_FOR_WORK_EVERY_MS, checkpointEveryMs);
  jobs.use(repeat({ name: 'sign', everyMs: signEveryMs, work: app.signCheckpoints }, runtime));
  jobs.use(repeat({ name: 'prune', everyMs: PRUNE_EVERY_MS, work: app.pruneOldRows }, runtime));
  const work = () => app.trackReturns(note);
  jobs.use(repeat({ name: 'returns', everyMs: LOOK_FOR_WORK_EVERY_MS, work }, runtime));
  watchBalances(app, runtime);
  return jobs;
}
