import { APPROVAL_LIFETIME_MS, type Approval } from '../domain/approval.ts';
import { approvalLine } from '../domain/approval-line.ts';
import type { Ports } from '../ports.ts';

type Input = Pick<Approval, 'id' | 'decision' | 'request' | 'askedBy' | 'askedSignature'>;

/** Asks for a second person, for a day. Who asks for the same again, while nobody has decided, gets what is there. */
export function askForApproval({
  transactForAll,
  signatures,
  now,
}: Pick<Ports, 'transactForAll' | 'signatures' | 'now'>) {
  return (input: Input): Promise<Approval> =>
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
