import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';
import type { Report } from '../ports.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;

type Options = {
  readonly runtime: Runtime;
  readonly report: Report;
  readonly succeeded: () => void;
};

/** Audits until it is stopped, and reports every violation. */
export function startAuditor(app: App, { runtime, report, succeeded }: Options): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const everyMs = LOOK_FOR_WORK_EVERY_MS;
  const audit = async () => {
    const { isMore, isDone } = await app.runAudit(report);
    if (isDone) succeeded();
    return isMore;
  };
  const reconcile = async () => (await app.runReconciliation(report)).isMore;
  jobs.use(repeat({ name: 'audit', everyMs, work: audit, isLeased: true }, runtime));
  jobs.use(repeat({ name: 'reconcile', everyMs, work: reconcile, isLeased: true }, runtime));
  return jobs;
}
