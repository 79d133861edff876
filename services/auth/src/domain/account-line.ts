import type { AuditEntry } from './audit-chain.ts';

type What = Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'subject' | 'detail'>>;

/** The line of the audit log about what an account did, to itself where no other subject is named. */
export function accountLine(accountId: string, what: What, at: Date): AuditEntry {
  const actor = `account:${accountId}`;
  return { at, actor, subject: actor, accountId, detail: {}, ...what };
}
