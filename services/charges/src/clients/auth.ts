import { AuthService } from '@entrada/contracts/services';
import { unlessNotFound } from '@entrada/platform/errors/app-error';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { AuditLog } from '../domain/terms.ts';

const TIMEOUT_MS = 3_000;

/**
 * The auth service: its audit log, and which accounts there are. Without its address, decisions are
 * kept in our own table alone and every account is taken for granted.
 */
export function openAuditLog(address: string | undefined, runtime: Runtime): AuditLog & Disposable {
  if (!address)
    return { record: async () => false, isAccount: async () => true, [Symbol.dispose]() {} };
  const auth = connectGrpc(AuthService, { address, timeoutMs: TIMEOUT_MS, runtime });
  return {
    async record({ detail, ...line }) {
      await auth.recordAudit({ ...line, detail: JSON.stringify(detail) });
      return true;
    },
    isAccount: async (accountId) => (await unlessNotFound(auth.getAccount({ accountId }))) !== null,
    [Symbol.dispose]: () => auth[Symbol.dispose](),
  };
}
