import { repeat } from '@entrada/platform/runtime/repeat';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';
import type { Tell } from '../ports.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;

type Options = {
  readonly runtime: Runtime;
  readonly tell: Tell;
  readonly succeeded: () => void;
};

/** Audits for ever, and tells of every violation. */
export function startAuditor(app: App, { runtime, tell, succeeded }: Options): AsyncDisposable {
  const jobs = new AsyncDisposableStack();
  const everyMs = LOOK_FOR_WORK_EVERY_MS;
  const audit = async () => {
    const { isMore, isDone } = await app.runAudit(tell);
    if (isDone) succeeded();
    return isMore;
  };
  const reconcile = async () => (await app.runReconciliation(tell)).isMore;
  jobs.use(repeat({ name: 'audit', everyMs, work: audit }, runtime));
  jobs.use(repeat({ name: 'reconcile', everyMs, work: reconcile }, runtime));
  return jobs;
}
