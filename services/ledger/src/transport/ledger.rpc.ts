import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';

export function ledgerRpc(app: App): RpcHandlers<LedgerServiceDefinition> {
  return {
    async getBalance({ accountId }) {
      if (!isUuid(accountId)) throw new AppError('INVALID_ARGUMENT', 'account_id must be a UUID');
      return app.getBalance(accountId);
    },
  };
}
