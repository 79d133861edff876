import { repeat } from '@entrada/platform/runtime/repeat';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { App } from '../app.ts';

const EVERY_MS = 15 * 60_000;
const NO_LINE_YET = /^0:/;

/** Tells the process's log, which leaves the machine, where the audit log ends. */
export function startNotingAuditEnd(
  app: Pick<App, 'getAuditEnd'>,
  runtime: Pick<Runtime, 'log'>,
): AsyncDisposable {
  let last = '';
  const work = async () => {
    const auditEnd = await app.getAuditEnd();
    if (auditEnd !== last) runtime.log.info({ auditEnd }, inWords(auditEnd));
    last = auditEnd;
    return false;
  };
  return repeat({ name: 'audit-end', everyMs: EVERY_MS, work }, runtime);
}

function inWords(auditEnd: string): string {
  return NO_LINE_YET.test(auditEnd)
    ? 'the audit log is empty so far'
    : `the audit log ends at ${auditEnd}`;
}
