import { AuthService } from '@entrada/contracts/services';
import { openApprovals } from '@entrada/platform/approvals/approvals';
import { unlessNotFound } from '@entrada/platform/errors/app-error';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Pool } from 'pg';
import type { DecisionPorts } from '../domain/decision-ports.ts';

const TIMEOUT_MS = 3_000;

type Config = { readonly authAddress: string | undefined; readonly mode: 'live' | 'test' };

/**
 * The auth service: its audit log, which accounts there are, and approvals. Without its address, decisions are
 * kept in our own tables alone, every account is taken for granted, and in live mode nothing is decided.
 */
export function openAuth(
  { authAddress: address, mode }: Config,
  pool: Pool,
  runtime: Runtime,
): DecisionPorts & Disposable {
  const needs = { pool, log: runtime.log, isLive: mode === 'live' };
  if (!address) {
    const approvals = openApprovals({ ...needs, auth: null });
    return {
      approvals,
      noteInAuditLog: async () => {},
      isAccount: async () => true,
      [Symbol.dispose]() {},
    };
  }
  const auth = connectGrpc(AuthService, { address, timeoutMs: TIMEOUT_MS, runtime });
  return {
    approvals: openApprovals({ ...needs, auth }),
    async noteInAuditLog({ detail, ...note }) {
      await auth.recordAudit({ ...note, detail: JSON.stringify(detail) });
    },
    isAccount: async (accountId) => (await unlessNotFound(auth.getAccount({ accountId }))) !== null,
    [Symbol.dispose]: () => auth[Symbol.dispose](),
  };
}
