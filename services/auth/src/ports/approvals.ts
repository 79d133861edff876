import type {
  Approved,
  AskedDecision,
  Signature,
  SignedApproval,
  Statement,
} from '@entrada/platform/approvals/decision';
import type { Approval } from '../domain/approval.ts';

export type Approvals = {
  insert(approval: Approval): Promise<void>;
  find(id: string): Promise<Approval | null>;
  /** Locks it until the transaction ends. */
  lock(id: string): Promise<Approval | null>;
  /** The same decision that the same person asked for, pending and not expired. */
  findPending(
    same: Pick<Approval, 'decision' | 'request' | 'askedBy'>,
    now: Date,
  ): Promise<Approval | null>;
  /** Newest first; without those that have ended unless asked for. An approved one ends when it is carried out. */
  list(now: Date, withEnded: boolean): Promise<readonly Approval[]>;
  decide(
    approval: Pick<
      Approval,
      'id' | 'status' | 'decidedBy' | 'decidedAt' | 'rejection' | 'approvedSignature'
    >,
  ): Promise<void>;
  noteDone(done: Pick<Approval, 'id' | 'doneBy' | 'doneAt'>): Promise<void>;
};

/** What operators signed with the keys of their certificates. */
export type Signatures = {
  /** Throws unless the person signed the statement just now. */
  requireSigner(statement: Statement, person: string, signature: Signature | null): void;
  /** The two people who signed exactly this; throws if there are none. */
  requireSigned(asked: AskedDecision, approval: SignedApproval): Approved;
};
