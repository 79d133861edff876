import type { Approvals } from '@entrada/platform/approvals/decision';

/** A line of auth's audit log. */
type AuditNote = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

/** What decisions of operators need from auth. */
export type DecisionPorts = {
  /** Resolves when the audit log has it. */
  readonly noteInAuditLog: (note: AuditNote) => Promise<void>;
  /** Whether the account was ever created; everybody's is where nobody can be asked. */
  readonly isAccount: (accountId: string) => Promise<boolean>;
  readonly approvals: Approvals;
};
