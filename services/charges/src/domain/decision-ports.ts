import type { Approvals } from '@entrada/platform/approvals/decision';

export type AuditLog = {
  /** False where there is no audit log. */
  record(line: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly accountId: string;
    readonly detail: object;
  }): Promise<boolean>;
  isAccount(accountId: string): Promise<boolean>;
};

/** What decisions of operators need from auth. */
export type DecisionPorts = { readonly audit: AuditLog; readonly approvals: Approvals };
