import type { DecisionName } from '@entrada/contracts/decisions';
import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';

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
export type TwoPersonApproval = {
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
};

/** What may be carried out again after a restore of the service has lost it: each takes effect once. */
export const REPEATABLE: ReadonlySet<string> = new Set(['ResolveSuspense', 'RepublishEvents']);

/** A restore of the acting service, as its own database has it. */
export type Restore = { readonly restoredTo: Date; readonly notedAt: Date };

/** How a service that carries decisions out knows that two people agreed on one. */
export type Approvals = {
  /** Null: none is needed. Throws unless the approval covers exactly this decision and was not used here. */
  check(asked: AskedDecision): Promise<TwoPersonApproval | null>;
  /** Uses it up, where that was not done with the effect, and lets auth show that it was carried out. */
  finish(approved: TwoPersonApproval | null): Promise<void>;
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
export function decidedBy(operator: string, approved: TwoPersonApproval | null): string {
  return approved ? `${approved.askedBy}, approved by ${approved.approvedBy}` : operator;
}

/** A period whose events are published again, in several calls if it has many. */
export type Republishing = {
  readonly from: Date;
  readonly to: Date;
  /** Where the call before ended; null: this is the first. */
  readonly resumeFrom: Date | null;
  readonly reason: string;
  readonly asked: AskedDecision;
};

export function requireRepeatable(
  { from, to, resumeFrom }: Republishing,
  now: Date,
  repeatDaysMax: number,
): void {
  if (from >= to) throw fieldError('from', 'must be earlier than to');
  if (now.getTime() - from.getTime() > repeatDaysMax * DAY_MS) {
    throw fieldError(
      'from',
      `must be within the last ${repeatDaysMax} days, in which consumers recognize duplicates`,
    );
  }
  if (resumeFrom && (resumeFrom < from || resumeFrom >= to)) {
    throw fieldError('resumeFrom', 'must be within the period');
  }
}

/** The line of the audit log about it. */
export function republishLine(
  { from, to, resumeFrom, reason, asked }: Republishing,
  service: string,
  approved: TwoPersonApproval | null,
) {
  return {
    actor: `operator:${asked.operator}`,
    action: 'events.republish',
    subject: `service:${service}`,
    accountId: '',
    detail: {
      from: from.toISOString(),
      to: to.toISOString(),
      ...(resumeFrom && { resumeFrom: resumeFrom.toISOString() }),
      reason,
      ...approved,
    },
  };
}
