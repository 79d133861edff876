import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';
import { type AuditHead, textOfHead } from '../domain/audit-chain.ts';

const MAILS_EVERY_MS = 5_000;

/** Writes the mails that requests for a new password ask for, and sends all mails. Any number of replicas may do so at once. */
export function startMailJob(
  app: Pick<App, 'mailResetLinks' | 'sendMails'>,
  runtime: Runtime,
): AsyncDisposable {
  const work = async () => {
    const hasMoreRequests = await app.mailResetLinks();
    return (await app.sendMails()) || hasMoreRequests;
  };
  return repeat({ name: 'mail', everyMs: MAILS_EVERY_MS, work }, runtime);
}

const EVERY_MS = 60_000;

/** Once a minute: moves secrets to the current key. */
export function startResealing(app: Pick<App, 'resealSecrets'>, runtime: Runtime): AsyncDisposable {
  const work = app.resealSecrets;
  return repeat({ name: 'reseal-secrets', everyMs: EVERY_MS, work }, runtime);
}

const AUDIT_END_EVERY_MS = 60_000;
const CUT = 'audit log no longer has the end that was seen before: it was cut short or rewritten';

/** Where ends are kept outside the database. */
type KeptEnds = {
  last(): Promise<AuditHead | null>;
  append(end: string): Promise<void>;
};

type Options = {
  /** Null: only the process log. */
  readonly kept: KeptEnds | null;
  readonly observe: (head: AuditHead, isCut: boolean) => void;
};

/**
 * Exports the end of the audit log: as metrics, to the process log and to a file. An end that was seen must stay
 * in the log; one that is gone is reported until auth is started without it.
 */
export function startAuditEndLog(
  app: Pick<App, 'getAuditEnd'>,
  { kept, observe }: Options,
  runtime: Pick<Runtime, 'log' | 'metrics'>,
): AsyncDisposable {
  let seen: AuditHead | null | undefined;
  const work = async () => {
    seen ??= (await kept?.last()) ?? null;
    const { head, isCut } = await app.getAuditEnd(seen);
    const auditEnd = textOfHead(head);
    observe(head, isCut);
    if (isCut && seen) {
      runtime.log.error({ auditEnd, seen: textOfHead(seen) }, CUT);
      return false;
    }
    if (seen?.seq === head.seq) return false;
    runtime.log.info({ auditEnd }, messageFor(head, auditEnd));
    await kept?.append(auditEnd);
    seen = head;
    return false;
  };
  return repeat({ name: 'audit-end', everyMs: AUDIT_END_EVERY_MS, work }, runtime);
}

function messageFor({ seq }: AuditHead, auditEnd: string): string {
  return seq === 0 ? 'audit log is empty' : `audit log ends at ${auditEnd}`;
}
