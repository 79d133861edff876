import type { Caller } from '../domain/caller.ts';
import type { Ports } from '../ports.ts';

type Change = {
  /** Such as `webhook.created`. */
  readonly action: string;
  /** Such as `webhook:<id>`. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
};

/**
 * Writes a change that has been made into the audit log. The change stands whatever becomes of the
 * line; one that could not be written is shouted into the log instead.
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
