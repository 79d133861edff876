import { AuthService } from '@entrada/contracts/services';
import type { Pool } from 'pg';
import { unlessNotFound } from '../errors/app-error.ts';
import { connectGrpc } from '../grpc/client.ts';
import { requireIdentity } from '../grpc/require-identity.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { openApprovals } from './approvals.ts';
import type { DecisionPorts } from './decision.ts';

type Config = { readonly authAddress: string | undefined; readonly mode: 'live' | 'test' };
type Needs = { readonly pool: Pool; readonly runtime: Runtime; readonly timeoutMs: number };

/**
 * Without the address of auth, decisions are kept in our own tables alone, every account is taken for granted, and in
 * live mode nothing is decided.
 */
export function openAuth(
  { authAddress: address, mode }: Config,
  { pool, runtime, timeoutMs }: Needs,
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
