import type { DecisionPorts } from '@entrada/approvals/decision';
import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { Ports } from '../ports.ts';

/** An account that auth does not know, as after a restore, cannot be notified. A notice that auth refuses is dropped. */
export function notifyThrough(
  auth: RpcClient<AuthServiceDefinition>,
  log: Logger,
): Ports['notifyAccount'] {
  return async ({ id: noticeId, accountId, kind, name, url }) => {
    try {
      await auth.notify({ noticeId, accountId, kind, endpointName: name, endpointUrl: url });
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      const fields = { event: 'notice_refused', notice_id: noticeId, account_id: accountId, kind };
      if (code === 'INVALID_ARGUMENT') log.error(fields, 'notice refused by auth, dropped');
      else if (code !== 'NOT_FOUND') throw error;
    }
  };
}

/** The audit log, for decisions of operators. */
export function recordThrough(
  auth: RpcClient<AuthServiceDefinition>,
): DecisionPorts['recordAudit'] {
  return async ({ detail, ...line }) => {
    await auth.recordAudit({ ...line, detail: JSON.stringify(detail) });
    return true;
  };
}
