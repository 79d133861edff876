import { repeat } from '@entrada/platform/runtime/repeat';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';
import { lineOf } from '../domain/violation.ts';
import type { Tell } from '../ports.ts';
import { auditMetrics } from './metrics/audit-metrics.ts';

const LOOK_FOR_WORK_EVERY_MS = 1_000;

/** Audits for ever: every violation is a line in the log and a count. */
export function startAuditor(app: App, runtime: Runtime): AsyncDisposable {
  const { found, succeeded } = auditMetrics(runtime.metrics);
  const tell: Tell = (violation) => {
    const { invariant } = violation;
    found(invariant);
    runtime.log.error({ event: 'audit_violation', invariant }, lineOf(violation));
  };
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
