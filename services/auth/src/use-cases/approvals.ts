import type { AskedDecision, Signature, SignedApproval } from '@entrada/approvals/decision';
import {
  APPROVAL_LIFETIME_MS,
  type Approval,
  approvalNotFound,
  doneBy,
  refused,
  requireApprovable,
  requireCovered,
} from '../domain/approval.ts';
import { approvalLine, type Decision } from '../domain/audit-lines.ts';
import type { Ports } from '../ports.ts';

type ApprovalRequest = Pick<Approval, 'id' | 'decision' | 'request' | 'askedBy' | 'askedSignature'>;

/** Asks for a second person, for a day. Who asks for the same again, while nobody has decided, gets what is there. */
export function askForApproval({ transactForAll, signatures, now }: Ports) {
  return (input: ApprovalRequest): Promise<Approval> =>
    transactForAll(async ({ approvals, audit }) => {
      const at = now();
      const { id: approvalId, decision, request, askedBy, askedSignature } = input;
      const statement = { step: 'ASK', approvalId, decision, request, askedBy } as const;
      signatures.requireSigner(statement, askedBy, askedSignature);
      const pending = await approvals.findPending(input, at);
      if (pending) return pending;
      const approval: Approval = {
        ...input,
        askedAt: at,
        expiresAt: new Date(at.getTime() + APPROVAL_LIFETIME_MS),
        status: 'PENDING',
        decidedBy: null,
        decidedAt: null,
        approvedSignature: null,
        rejection: null,
        doneBy: [],
        doneAt: null,
      };
      await approvals.insert(approval);
      await audit.append(
        approvalLine(approval, { action: 'approval.asked', operator: input.askedBy }, at),
      );
      return approval;
    });
}

/** Of several people at once one approves. Those two may repeat it, to carry out what an outage has interrupted. */
export function approveDecision({ transactForAll, signatures, now }: Ports) {
  return (id: string, person: string, approvedSignature: Signature | null): Promise<Approval> =>
    transactForAll(async ({ approvals, audit }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      const at = now();
      requireApprovable(approval, person, at);
      if (approval.status === 'APPROVED') return approval;
      const { decision, request, askedBy } = approval;
      const statement = { step: 'APPROVE', approvalId: id, decision, request, askedBy } as const;
      signatures.requireSigner(statement, person, approvedSignature);
      const approved = {
        ...approval,
        status: 'APPROVED',
        decidedBy: person,
        decidedAt: at,
        approvedSignature,
      } as const;
      await approvals.decide(approved);
      await audit.append(
        approvalLine(approved, { action: 'approval.approved', operator: person }, at),
      );
      return approved;
    });
}

/** Also withdraws one's own. What was approved is signed: a rejection in this database could not take that back. */
export function rejectDecision({ transactForAll, now }: Ports) {
  return (id: string, { operator, reason }: Decision): Promise<Approval> =>
    transactForAll(async ({ approvals, audit }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      if (approval.status === 'APPROVED') throw refused('approval_given');
      if (approval.status === 'REJECTED') return approval;
      const at = now();
      const how = {
        status: 'REJECTED',
        decidedBy: operator,
        decidedAt: at,
        rejection: reason,
      } as const;
      const rejected = { ...approval, ...how };
      await approvals.decide(rejected);
      const step = { action: 'approval.rejected', operator, detail: { reason } };
      await audit.append(approvalLine(rejected, step, at));
      return rejected;
    });
}

export function getApproval({ approvals }: Ports) {
  return async (id: string): Promise<Approval> => {
    const approval = await approvals.find(id);
    if (!approval) throw approvalNotFound();
    return approval;
  };
}

/** For the service that is about to carry a decision out, which verifies the signatures. Null: no approval is needed. */
export function checkApproval(needs: Ports) {
  return async (asked: AskedDecision, service: string): Promise<SignedApproval | null> =>
    (await findCoveringApproval(needs, asked, service))?.signed ?? null;
}

/** Shows to operators that a service has carried a decision out; that it does so once is kept where the effect is. */
export function finishApproval({ transactForAll, now }: Ports) {
  return (id: string, service: string): Promise<void> =>
    transactForAll(async ({ approvals }) => {
      const approval = await approvals.lock(id);
      if (!approval) throw approvalNotFound();
      if (approval.status === 'PENDING') throw refused('approval_pending');
      await approvals.noteDone(doneBy(approval, service, now()));
    });
}

type CoveringApproval = { readonly approval: Approval; readonly signed: SignedApproval };

/** The approval that covers what a service is asked to carry out; null: none is needed. Its signatures are not verified. */
export async function findCoveringApproval(
  { approvals, needsApproval, now }: Ports,
  { approvalId, operator: person, ...asked }: AskedDecision,
  service: string,
): Promise<CoveringApproval | null> {
  if (approvalId === '') {
    if (needsApproval) throw refused('approval_required');
    return null;
  }
  const approval = await approvals.find(approvalId);
  if (!approval) throw approvalNotFound();
  requireCovered(approval, { ...asked, person, service }, now());
  const { askedBy, decidedBy, askedSignature, approvedSignature } = approval;
  const signatures = { askedSignature, approvedSignature };
  return { approval, signed: { askedBy, approvedBy: decidedBy ?? '', ...signatures } };
}
