import { AuthService } from '@entrada/contracts/services';
import { openApprovals } from '@entrada/platform/approvals/approvals';
import { unlessNotFound } from '@entrada/platform/errors/app-error';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Pool } from 'pg';
import type { AuditLog, DecisionPorts } from '../domain/decision-ports.ts';

/** Only operators wait for it, and their decisions are repeated by hand. */
const TIMEOUT_MS = 10_000;

type Config = { readonly authAddress: string | undefined; readonly mode: 'live' | 'test' };

/**
 * The auth service: its audit log, which accounts there are, and approvals. Without its address, decisions are
 * kept in our own table alone, every account is taken for granted, and in live mode nothing is decided.
 */
export function openAuth(
  { authAddress: address, mode }: Config,
  pool: Pool,
  runtime: Runtime,
): DecisionPorts & Disposable {
  const needs = { pool, log: runtime.log, isLive: mode === 'live' };
  if (!address) {
    const audit = { record: async () => false, isAccount: async () => true };
    return { audit, approvals: openApprovals({ ...needs, auth: null }), [Symbol.dispose]() {} };
  }
  const auth = connectGrpc(AuthService, { address, timeoutMs: TIMEOUT_MS, runtime });
  const audit: AuditLog = {
    async record({ detail, ...line }) {
      await auth.recordAudit({ ...line, detail: JSON.stringify(detail) });
      return true;
    },
    isAccount: async (accountId) => (await unlessNotFound(auth.getAccount({ accountId }))) !== null,
  };
  const approvals = openApprovals({ ...needs, auth });
  return { audit, approvals, [Symbol.dispose]: () => auth[Symbol.dispose]() };
}
