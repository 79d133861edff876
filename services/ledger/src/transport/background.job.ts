import { runLeasedJobs } from '@entrada/platform/db/job-store';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import { DAY_MS } from '@entrada/platform/time/units';
import { type App, PRUNE_EVERY_MS } from '../app.ts';
import { watchBalances } from '../metrics/ledger-metrics.ts';
import type { Report } from '../ports.ts';

const LOOK_FOR_WORK_EVERY_MS = 5_000;
/** What a crash left behind a decision, and returns whose payment has come. */
const CATCH_UP_EVERY_MS = 10_000;
/** What is booked is in the totals after two runs, on an idle system after one. */
const FOLD_EVERY_MS = 3_000;

type Options = {
  readonly runtime: Runtime;
  readonly checkpointEveryMs: number;
  readonly auditEveryMs: number;
  /** Whether it has a key to sign with. */
  readonly signs: boolean;
  /** Whether it knows a bank to compare the books with. */
  readonly asksBank: boolean;
  /** Gets every violation that the auditor finds. */
  readonly report: Report;
  /** A round of the auditor was complete. */
  readonly succeeded: () => void;
  /** Retries returns whose payment has come. */
  readonly retryWaiting: () => Promise<boolean>;
  /** Adds what was booked to the totals. */
  readonly foldHours: () => Promise<boolean>;
};

/** What happens without anybody asking. Every replica starts it; a leased job runs on one replica at a time. */
export function startBackground(app: App, options: Options): AsyncDisposable {
  const { runtime, checkpointEveryMs, auditEveryMs, report, succeeded } = options;
  const { retryWaiting, foldHours } = options;
  const jobs = new AsyncDisposableStack();
  const start = (name: string, everyMs: number, work: () => Promise<boolean>) =>
    jobs.use(repeat({ name, everyMs, work }, runtime));
  start('returns', CATCH_UP_EVERY_MS, app.handOverReturns);
  start('waiting-returns', CATCH_UP_EVERY_MS, retryWaiting);
  const fold = { name: 'fold-entries', everyMs: FOLD_EVERY_MS, work: foldHours, isFigure: true };
  jobs.use(repeat(fold, runtime));
  const audit = async () => {
    const { isMore, isDone } = await app.runAudit(report);
    if (isDone) succeeded();
    return isMore;
  };
  const reconcile = async () => (await app.runReconciliation(report)).isMore;
  const leased = {
    prune: { everyMs: PRUNE_EVERY_MS, work: app.pruneOldRows },
    audit: { everyMs: auditEveryMs, work: audit },
    ...(options.signs && {
      checkpoint: { everyMs: checkpointEveryMs, work: app.signCheckpoints },
    }),
    ...(options.asksBank && { reconcile: { everyMs: DAY_MS, work: reconcile } }),
  };
  const everyMs = Math.min(LOOK_FOR_WORK_EVERY_MS, checkpointEveryMs);
  jobs.use(runLeasedJobs(leased, { due: app.dueJobs, runtime, everyMs }));
  jobs.use(watchBalances(app, runtime));
  return jobs;
}
