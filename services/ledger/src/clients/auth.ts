import { AuthService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Ports } from '../ports.ts';

const TIMEOUT_MS = 3_000;

type AuditLog = { readonly note: Ports['noteInAuditLog'] } & Disposable;

/** The audit log of the auth service; without its address, decisions are kept in our own tables alone. */
export function openAuditLog(address: string | undefined, runtime: Runtime): AuditLog {
  if (!address) return { note: async () => {}, [Symbol.dispose]() {} };
  const auth = connectGrpc(AuthService, { address, timeoutMs: TIMEOUT_MS, runtime });
  return {
    async note({ detail, ...note }) {
      await auth.recordAudit({ ...note, detail: JSON.stringify(detail) });
    },
    [Symbol.dispose]: () => auth[Symbol.dispose](),
  };
}
