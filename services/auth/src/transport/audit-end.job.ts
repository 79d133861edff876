import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 15 * 60_000;
const EMPTY_LOG = /^0:/;

/** Writes the end of the audit log to the process log, which is kept outside the database. */
export function startAuditEndLog(
  app: Pick<App, 'getAuditEnd'>,
  runtime: Pick<Runtime, 'log' | 'metrics'>,
): AsyncDisposable {
  let last = '';
  const work = async () => {
    const auditEnd = await app.getAuditEnd();
    if (auditEnd !== last) runtime.log.info({ auditEnd }, messageFor(auditEnd));
    last = auditEnd;
    return false;
  };
  return repeat({ name: 'audit-end', everyMs: EVERY_MS, work }, runtime);
}

function messageFor(auditEnd: string): string {
  return EMPTY_LOG.test(auditEnd) ? 'audit log is empty' : `audit log ends at ${auditEnd}`;
}
