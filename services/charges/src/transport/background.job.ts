import { runLeasedJobs } from '@entrada/platform/db/job-store';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { openBackoff, pause } from '@entrada/platform/time/backoff';
import { repeat } from '@entrada/platform/time/repeat';
import { type App, PRUNE_EVERY_MS } from '../app.ts';

/** How late an overdue charge or a due return is taken up. */
const LOOK_FOR_WORK_EVERY_MS = 5_000;
const LOOK_FOR_JOBS_EVERY_MS = 3_000;
/** How late the audit log gets a line that a crash left out. */
const CATCH_UP_EVERY_MS = 15_000;
/** A charge is folded by the second run after its commit, on an idle system by the first. */
const FOLD_EVERY_MS = 3_000;

type Options = {
  readonly runtime: Runtime;
  readonly sweepEveryMs: number;
  readonly returnsEveryMs: number;
};

/** The jobs that no request starts. Every replica starts them; a leased one runs on one replica at a time. */
export function startBackground(app: App, options: Options): AsyncDisposable {
  const { runtime, sweepEveryMs, returnsEveryMs } = options;
  const jobs = new AsyncDisposableStack();
  const start = (name: string, everyMs: number, work: () => Promise<boolean>) =>
    jobs.use(repeat({ name, everyMs, work }, runtime));
  start('expiry', LOOK_FOR_WORK_EVERY_MS, app.checkOverdue);
  start('refunds', LOOK_FOR_WORK_EVERY_MS, app.trackReturns);
  start('failed-returns', CATCH_UP_EVERY_MS, app.recordFailures);
  const rollup = { name: 'rollup', everyMs: FOLD_EVERY_MS, work: app.foldHours, isFigure: true };
  jobs.use(repeat(rollup, runtime));
  const leased = {
    sweep: { everyMs: sweepEveryMs, work: app.sweepPayments },
    recheck: { everyMs: sweepEveryMs, work: app.recheckUnclear },
    returns: { everyMs: returnsEveryMs, work: app.listReturns },
    prune: { everyMs: PRUNE_EVERY_MS, work: app.pruneOldRows },
  };
  const everyMs = Math.min(LOOK_FOR_JOBS_EVERY_MS, sweepEveryMs);
  jobs.use(runLeasedJobs(leased, { due: app.dueJobs, runtime, everyMs }));
  return jobs;
}

/** Soon at first: where everything starts at once, the bank may need a moment longer than we do. */
const RETRY = { firstMs: 100, maxMs: 5_000 } as const;

/**
 * Tells the bank where to call when money arrives, until the bank has accepted it. Nothing waits for it:
 * the callback only makes us faster.
 */
export function registerCallback(register: () => Promise<void>, { log }: Runtime): Disposable {
  const stopping = new AbortController();
  const backoff = openBackoff(RETRY);
  const attempt = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await register();
      } catch {
        const retryInMs = Math.round(backoff.nextMs());
        log.warn({ retryInMs }, 'callback registration at the bank failed, retrying');
        await pause(retryInMs, stopping.signal);
      }
    }
  };
  void attempt();
  return { [Symbol.dispose]: () => stopping.abort() };
}
