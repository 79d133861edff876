import { repeat } from '@entrada/platform/runtime/repeat';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';

const EVERY_MS = 15 * 60_000;

/** Tells the process's log, which leaves the machine, where the audit log ends. */
export function startNotingAuditEnd(app: App, runtime: Runtime): AsyncDisposable {
  let last = '';
  const work = async () => {
    const auditEnd = await app.getAuditEnd();
    if (auditEnd !== last) runtime.log.info({ auditEnd }, 'end of the audit log');
    last = auditEnd;
    return false;
  };
  return repeat({ name: 'audit-end', everyMs: EVERY_MS, work }, runtime);
}
