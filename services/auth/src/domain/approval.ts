import { REPEATABLE, type Signature } from '@entrada/approvals/decision';
import { DECISIONS, type DecisionName } from '@entrada/contracts/decisions';
import { AppError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';

export const APPROVAL_LIFETIME_MS = DAY_MS;

/** A decision about money that one operator asked for. */
export type Approval = {
  readonly id: string;
  readonly decision: DecisionName;
  /** Every field of its request, as canonical JSON. */
  readonly request: string;
  readonly askedBy: string;
  readonly askedSignature: Signature | null;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
  /** Who approved or rejected it. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly approvedSignature: Signature | null;
  readonly rejection: string | null;
  /** Services that have carried it out. */
  readonly doneBy: readonly string[];
  /** When the last of them had. */
  readonly doneAt: Date | null;
};

export type ApprovalState = Approval['status'] | 'DONE' | 'EXPIRED';

/** Who carries out what, under which approval. */
export type Execution = {
  readonly decision: string;
  readonly request: string;
  /** Whose certificate made the call. */
  readonly person: string;
  readonly service: string;
};

/** After this service has carried it out. */
export function doneBy(approval: Approval, service: string, now: Date): Approval {
  const services = [...new Set([...approval.doneBy, service])];
  const isDone = DECISIONS[approval.decision].every((one) => services.includes(one));
  return { ...approval, doneBy: services, doneAt: approval.doneAt ?? (isDone ? now : null) };
}

export function stateOf({ status, expiresAt, doneAt }: Approval, now: Date): ApprovalState {
  if (doneAt) return 'DONE';
  return status !== 'REJECTED' && expiresAt <= now ? 'EXPIRED' : status;
}

/** Throws unless this person may approve it, or carry on with what was approved. */
export function requireApprovable(approval: Approval, person: string, now: Date): void {
  const state = stateOf(approval, now);
  if (state === 'DONE') throw refused('approval_used');
  requireOpen(approval, now);
  if (state === 'PENDING' && person === approval.askedBy) throw refused('approval_same_person');
  if (state === 'APPROVED') requireOneOfBoth(approval, person);
}

/**
 * Throws unless the approval covers exactly this, and the service has not carried it out. A service that repeats what a
 * restore has lost knows that restore from its own database.
 */
export function requireCovered(approval: Approval, carried: Execution, now: Date): void {
  const { decision, request, person, service } = carried;
  const isSame = decision === approval.decision && request === approval.request;
  const services: readonly string[] = DECISIONS[approval.decision];
  if (!isSame || !services.includes(service)) throw refused('approval_altered');
  if (approval.status === 'APPROVED' && approval.doneBy.includes(service)) {
    if (REPEATABLE.has(decision)) return;
    throw refused('approval_used');
  }
  requireOpen(approval, now);
  if (approval.status === 'PENDING') throw refused('approval_pending');
  requireOneOfBoth(approval, person);
}

function requireOpen(approval: Approval, now: Date): void {
  const state = stateOf(approval, now);
  if (state === 'EXPIRED') throw refused('approval_expired');
  if (state === 'REJECTED') throw refused('approval_rejected');
}

function requireOneOfBoth({ askedBy, decidedBy }: Approval, person: string): void {
  if (person !== askedBy && person !== decidedBy) throw refused('approval_foreign');
}

const REFUSALS = {
  approval_required: ['PERMISSION_DENIED', 'A second person has to approve this decision'],
  approval_same_person: [
    'PERMISSION_DENIED',
    'You asked for this decision: another person has to approve it',
  ],
  approval_pending: ['PERMISSION_DENIED', 'Nobody has approved this decision yet'],
  approval_foreign: [
    'PERMISSION_DENIED',
    'This decision was asked for and approved by others: one of them carries it out',
  ],
  approval_altered: [
    'CONFLICT',
    'The approval is for another decision than this one: ask for a new one',
  ],
  approval_given: [
    'CONFLICT',
    'This decision was approved: it is carried out or expires, and cannot be rejected any more',
  ],
  approval_expired: ['CONFLICT', 'The request for approval has expired: ask for a new one'],
  approval_rejected: ['CONFLICT', 'This decision was rejected'],
  approval_used: ['CONFLICT', 'This approval has been used: the decision was carried out'],
} as const;

export function refused(reason: keyof typeof REFUSALS): AppError {
  const [code, message] = REFUSALS[reason];
  return new AppError(code, message, { reason });
}

export function approvalNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Approval not found');
}
