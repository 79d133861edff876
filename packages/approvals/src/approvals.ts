import type { DecisionName } from '@entrada/contracts/decisions';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AuthService } from '@entrada/contracts/services';
import { AppError, unlessNotFound } from '@entrada/platform/errors/app-error';
import { requireIdentity } from '@entrada/platform/grpc/call-context';
import { operatorNow } from '@entrada/platform/grpc/callers';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { lookupId, optionalTimeField, reasonField, timeField } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Identity } from '@entrada/platform/identity/identity';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Logger } from '@entrada/platform/telemetry/log';
import { canonicalJson } from '@entrada/platform/text/canonical-json';
import type { ClientBase, Pool } from 'pg';
import {
  type Approvals,
  type AskedDecision,
  type DecisionPorts,
  REPEATABLE,
  type Republishing,
  type Restore,
  type TwoPersonApproval,
} from './decision.ts';
import { requireSigned } from './signature.ts';

const IS_USED = 'select from used_approval where id = $1';
const CONSUME = 'insert into used_approval (id) values ($1) on conflict do nothing';
const RESTORES_MAX = 1_000;
const RESTORES = `
  select restored_to as "restoredTo", noted_at as "notedAt"
    from restore
   order by noted_at desc
   limit ${RESTORES_MAX}`;

type Auth = Pick<RpcClient<AuthServiceDefinition>, 'checkApproval' | 'finishApproval'>;
type ApprovalParts = {
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
function openApprovals({ auth, pool, identity, log, isLive }: ApprovalParts): Approvals {
  const finish = async ({ approvalId }: Pick<TwoPersonApproval, 'approvalId'>): Promise<void> => {
    // The decision stands: what fails here must not make its caller believe otherwise.
    await pool.query(CONSUME, [approvalId]).catch((err: unknown) => {
      log.error({ err, approvalId }, 'approval not marked as used');
    });
    await auth?.finishApproval({ approvalId }).catch((err: unknown) => {
      log.warn({ err, approvalId }, 'approval not marked as carried out');
    });
  };
  const requireUnused = async (asked: AskedDecision): Promise<void> => {
    const { rowCount } = await pool.query(IS_USED, [asked.approvalId]);
    if (rowCount === 0) return;
    await finish(asked);
    throw approvalUsed();
  };
  const restoresFor = async ({ decision }: AskedDecision): Promise<readonly Restore[]> =>
    REPEATABLE.has(decision) ? (await pool.query<Restore>(RESTORES)).rows : [];
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
      await requireUnused(asked);
      const restores = await restoresFor(asked);
      return requireSigned(identity, asked, reply, { now: new Date(), restores });
    },
    finish: async (approved) => {
      if (approved) await finish(approved);
    },
  };
}

/** In the transaction of the effect: of two at once one commits, and the other is refused. */
export async function consumeApproval(
  tx: ClientBase,
  approved: TwoPersonApproval | null,
): Promise<void> {
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

type Config = { readonly authAddress: string | undefined; readonly mode: 'live' | 'test' };
type AuthParts = { readonly pool: Pool; readonly runtime: Runtime; readonly timeoutMs: number };

/**
 * Without the address of auth, decisions are kept in our own tables alone, every account is taken for granted, and in
 * live mode nothing is decided.
 */
export function openAuth(
  { authAddress: address, mode }: Config,
  { pool, runtime, timeoutMs }: AuthParts,
): { readonly ports: DecisionPorts } & Disposable {
  const identity = requireIdentity(runtime);
  const needs = { pool, identity, log: runtime.log, isLive: mode === 'live' };
  if (!address) {
    const approvals = openApprovals({ ...needs, auth: null });
    const ports = { approvals, recordAudit: async () => false, isAccount: async () => true };
    return { ports, [Symbol.dispose]() {} };
  }
  const auth = connectGrpc(AuthService, { address, timeoutMs, runtime });
  const ports: DecisionPorts = {
    approvals: openApprovals({ ...needs, auth }),
    async recordAudit({ detail, ...line }) {
      await auth.recordAudit({ ...line, detail: JSON.stringify(detail) });
      return true;
    },
    isAccount: async (accountId) => (await unlessNotFound(auth.getAccount({ accountId }))) !== null,
  };
  return { ports, [Symbol.dispose]: () => auth[Symbol.dispose]() };
}

/** Where a long decision goes on, and the approval itself. */
const NOT_DECIDED = new Set(['approvalId', 'resumeFrom']);

/** One text for one decision. A message cannot tell an empty text or list from none, so neither is in it. */
export function decisionText(request: object): string {
  const decided = Object.entries(request).filter(
    ([name, value]) => isDecided(name) && !isAbsent(value),
  );
  return canonicalJson(Object.fromEntries(decided));
}

/** Proto-loader adds a name with an underscore beside each optional field that is set. */
function isDecided(name: string): boolean {
  return !NOT_DECIDED.has(name) && !name.startsWith('_');
}

function isAbsent(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The decision in a request whose call is being handled. */
export function askedDecision(
  decision: DecisionName,
  request: { readonly approvalId: string },
): AskedDecision {
  const approvalId = request.approvalId === '' ? '' : lookupId(request.approvalId);
  return { decision, request: decisionText(request), approvalId, operator: operatorNow() };
}

type RepublishRequest = Parameters<typeof askedDecision>[1] &
  Readonly<Record<'from' | 'to' | 'resumeFrom' | 'reason', string>>;

export function parseRepublishing(request: RepublishRequest): Republishing {
  return {
    from: timeField('from', request.from),
    to: timeField('to', request.to),
    resumeFrom: optionalTimeField('resumeFrom', request.resumeFrom),
    reason: reasonField(request.reason),
    asked: askedDecision('RepublishEvents', request),
  };
}
