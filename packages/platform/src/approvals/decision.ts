import type { DecisionName } from '@entrada/contracts/decisions';

/** What an operator asks a service to do, and the approval that covers it. */
export type AskedDecision = {
  readonly decision: DecisionName;
  /** Every field of the request that is part of the decision, as canonical JSON. */
  readonly request: string;
  /** Empty: none was given. */
  readonly approvalId: string;
  readonly operator: string;
};

/** A decision that two people agreed on. */
export type Approved = {
  readonly approvalId: string;
  readonly askedBy: string;
  readonly approvedBy: string;
};

/** Of an operator's statement, by the key of their certificate. */
export type Signature = {
  readonly signedAt: string;
  /** In PEM. */
  readonly certificate: string;
  /** In base64. */
  readonly value: string;
};

/** An operator asks for a decision, or approves one that another operator asked for. */
export type Statement = {
  readonly step: 'ASK' | 'APPROVE';
  readonly approvalId: string;
  readonly decision: string;
  /** Canonical JSON. */
  readonly request: string;
  readonly askedBy: string;
};

/** An approval as auth has stored it: nothing in it is proven until its signatures are verified. */
export type SignedApproval = {
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly askedSignature: Signature | null;
  readonly approvedSignature: Signature | null;
  /** The service carried it out before, and a restore has lost that. */
  readonly isRepeat: boolean;
};

/** How a service that carries decisions out knows that two people agreed on one. */
export type Approvals = {
  /** Null: none is needed. Throws unless the approval covers exactly this decision and was not used here. */
  check(asked: AskedDecision): Promise<Approved | null>;
  /** Uses it up, where that was not done with the effect, and lets auth show that it was carried out. */
  finish(approved: Approved | null): Promise<void>;
};

/** What decisions of operators need from auth. */
export type DecisionPorts = {
  /** Resolves when the audit log has it; false where there is none. */
  readonly recordAudit: (line: AuditLine) => Promise<boolean>;
  /** Whether the account was ever created; always true without an address of auth. */
  readonly isAccount: (accountId: string) => Promise<boolean>;
  readonly approvals: Approvals;
};

export type AuditLine = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: object;
};

/** Who decided, as a table or a list names them. */
export function decidedBy(operator: string, approved: Approved | null): string {
  return approved ? `${approved.askedBy}, approved by ${approved.approvedBy}` : operator;
}
