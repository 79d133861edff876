import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import type { ClientBase, Pool } from 'pg';
import { AppError } from '../errors/app-error.ts';
import type { RpcClient } from '../grpc/types.ts';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Approvals, Approved } from './decision.ts';
import { requireSigned } from './signature.ts';

const IS_USED = 'select from used_approval where id = $1';
const CONSUME = 'insert into used_approval (id) values ($1) on conflict do nothing';

type Auth = Pick<RpcClient<AuthServiceDefinition>, 'checkApproval' | 'finishApproval'>;
type Needs = {
  /** Null: its address is not set. */
  readonly auth: Auth | null;
  readonly pool: Pool;
  readonly identity: Identity;
  readonly log: Logger;
  readonly isLive: boolean;
};

/**
 * Auth says whether an approval covers a decision, and the signatures of two people prove it; that it is used once is kept
 * here, by a row that is written with the effect. So a crash between both leaves an approval that can still be carried out.
 */
export function openApprovals({ auth, pool, identity, log, isLive }: Needs): Approvals {
  const finish = async ({ approvalId }: Approved): Promise<void> => {
    // The decision stands: what fails here must not make its caller believe otherwise.
    await pool.query(CONSUME, [approvalId]).catch((err: unknown) => {
      log.error({ err, approvalId }, 'approval not marked as used');
    });
    await auth?.finishApproval({ approvalId }).catch((err: unknown) => {
      log.warn({ err, approvalId }, 'approval not marked as carried out');
    });
  };
  return {
    async check({ approvalId, decision, request, operator }) {
      if (!auth) {
        if (isLive) throw authUnknown();
        return null;
      }
      const reply = await auth.checkApproval({ approvalId, decision, request, person: operator });
      if (approvalId === '') {
        // Not even auth can do without a second person where money is real.
        if (isLive) throw approvalRequired();
        return null;
      }
      const asked = { approvalId, decision, request, operator };
      const approved = requireSigned(identity, asked, reply, new Date());
      const { rowCount } = await pool.query(IS_USED, [approvalId]);
      if (rowCount === 0) return approved;
      await finish(approved);
      throw approvalUsed();
    },
    finish: async (approved) => {
      if (approved) await finish(approved);
    },
  };
}

/** In the transaction of the effect: of two at once one commits, and the other is refused. */
export async function consumeApproval(tx: ClientBase, approved: Approved | null): Promise<void> {
  if (!approved) return;
  const { rowCount } = await tx.query(CONSUME, [approved.approvalId]);
  if (rowCount === 0) throw approvalUsed();
}

function approvalRequired(): AppError {
  const reason = 'approval_required';
  return new AppError('PERMISSION_DENIED', 'A second person has to approve this decision', {
    reason,
  });
}

function approvalUsed(): AppError {
  const reason = 'approval_used';
  return new AppError('CONFLICT', 'This approval has been used: the decision was carried out', {
    reason,
  });
}

function authUnknown(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'In live mode auth is asked whether a second person has to approve: set AUTH_ADDRESS of this service',
  );
}
