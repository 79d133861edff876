import { AuthService } from '@entrada/contracts/services';
import { unlessNotFound } from '@entrada/platform/errors/app-error';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Ports } from '../ports.ts';

const TIMEOUT_MS = 3_000;

type Auth = Pick<Ports, 'noteInAuditLog' | 'isAccount'> & Disposable;

/**
 * The auth service: its audit log, and which accounts there are. Without its address, decisions are
 * kept in our own tables alone and every account is taken for granted.
 */
export function openAuth(address: string | undefined, runtime: Runtime): Auth {
  if (!address) {
    return { noteInAuditLog: async () => {}, isAccount: async () => true, [Symbol.dispose]() {} };
  }
  const auth = connectGrpc(AuthService, { address, timeoutMs: TIMEOUT_MS, runtime });
  return {
    async noteInAuditLog({ detail, ...note }) {
      await auth.recordAudit({ ...note, detail: JSON.stringify(detail) });
    },
    isAccount: async (accountId) => (await unlessNotFound(auth.getAccount({ accountId }))) !== null,
    [Symbol.dispose]: () => auth[Symbol.dispose](),
  };
}
