import type { Caller } from '../domain/caller.ts';
import type { Ports } from '../ports.ts';

type Change = {
  /** For example `webhook.created`. */
  readonly action: string;
  /** For example `webhook:<id>`. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
};

/**
 * Records a completed change in the audit log. The change stands even if that fails; the line is then
 * logged as an error instead.
 */
export function recordChange({
  recordAudit,
  auditFailed,
}: Pick<Ports, 'recordAudit' | 'auditFailed'>) {
  return async ({ accountId, keyId }: Caller, change: Change): Promise<void> => {
    const actor = keyId === null ? `account:${accountId}` : `key:${keyId}`;
    const line = { actor, accountId, detail: {}, ...change };
    try {
      await recordAudit(line);
    } catch (error) {
      auditFailed(line, error);
    }
  };
}
