import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Ledger } from '../ports.ts';

export function ledgerClient(rpc: Pick<RpcClient<LedgerServiceDefinition>, 'holdRefund'>): Ledger {
  return {
    async holdRefund({ id, accountId, valueCents }, { id: chargeId, paymentLinkId }) {
      try {
        await rpc.holdRefund({ refundId: id, accountId, chargeId, paymentLinkId, valueCents });
        return true;
      } catch (error) {
        // Only this says that nothing was held; after anything else the same is asked again.
        if (error instanceof AppError && error.code === 'CONFLICT') return false;
        throw error;
      }
    },
  };
}
