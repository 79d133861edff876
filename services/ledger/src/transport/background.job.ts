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

/** What happens without anybody asking. Every replica starts it; a leased job runs on one replica at a time. */
export function startBackground(app: App, options: Options): AsyncDisposable {
  const { runtime, checkpointEveryMs, note } = options;
  const jobs = new AsyncDisposableStack();
  const signEveryMs = Math.min(LOOK_FOR_WORK_EVERY_MS, checkpointEveryMs);
  const sign = { name: 'checkpoint', everyMs: signEveryMs, work: app.signCheckpoints };
  jobs.use(repeat({ ...sign, isLeased: true }, runtime));
  const prune = { name: 'prune', everyMs: PRUNE_EVERY_MS, work: app.pruneOldRows };
  jobs.use(repeat({ ...prune, isLeased: true }, runtime));
  const work = () => app.trackReturns(note);
  jobs.use(repeat({ name: 'returns', everyMs: LOOK_FOR_WORK_EVERY_MS, work }, runtime));
  jobs.use(watchBalances(app, runtime));
  return jobs;
}
