import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { Ledger } from '../ports.ts';

type LedgerRpc = Pick<RpcClient<LedgerServiceDefinition>, 'holdRefund' | 'isReturnDecided'>;

export function ledgerClient(rpc: LedgerRpc): Ledger {
  return {
    async holdRefund({ id, accountId, endToEndId, valueCents }, { id: chargeId, paymentLinkId }) {
      try {
        const named = { refundId: id, accountId, chargeId, paymentLinkId, endToEndId };
        const { isKnown } = await rpc.holdRefund({ ...named, valueCents });
        return isKnown ? 'KNOWN' : 'HELD';
      } catch (error) {
        // Only a CONFLICT means that nothing was held; after any other error the same hold is requested again.
        if (error instanceof AppError && error.code === 'CONFLICT') return 'REFUSED';
        throw error;
      }
    },
    async isReturnDecided({ id: returnId, endToEndId }) {
      return (await rpc.isReturnDecided({ returnId, endToEndId })).isDecided;
    },
  };
}
