import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { AppError, type ErrorCode } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Ledger } from '../ports.ts';

/** After these nobody knows, and the same is asked again later. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set([
  'UNAVAILABLE',
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'BAD_UPSTREAM',
]);

export function ledgerClient(rpc: Pick<RpcClient<LedgerServiceDefinition>, 'holdRefund'>): Ledger {
  return {
    async holdRefund({ id, accountId, valueCents }, { id: chargeId, paymentLinkId }) {
      try {
        await rpc.holdRefund({ refundId: id, accountId, chargeId, paymentLinkId, valueCents });
        return true;
      } catch (error) {
        if (error instanceof AppError && !UNKNOWN.has(error.code)) return false;
        throw error;
      }
    },
  };
}
