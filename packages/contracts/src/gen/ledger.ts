import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetBalanceRequestInput as _ledger_v1_GetBalanceRequestInput, GetBalanceRequest as _ledger_v1_GetBalanceRequest } from './ledger/v1/GetBalanceRequest.ts';
import type { GetBalanceResponseInput as _ledger_v1_GetBalanceResponseInput, GetBalanceResponse as _ledger_v1_GetBalanceResponse } from './ledger/v1/GetBalanceResponse.ts';
import type { LedgerServiceClient as _ledger_v1_LedgerServiceClient, LedgerServiceDefinition as _ledger_v1_LedgerServiceDefinition } from './ledger/v1/LedgerService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  ledger: {
    v1: {
      GetBalanceRequest: MessageTypeDefinition<_ledger_v1_GetBalanceRequestInput, _ledger_v1_GetBalanceRequest>
      GetBalanceResponse: MessageTypeDefinition<_ledger_v1_GetBalanceResponseInput, _ledger_v1_GetBalanceResponse>
      LedgerService: SubtypeConstructor<typeof grpc.Client, _ledger_v1_LedgerServiceClient> & { service: _ledger_v1_LedgerServiceDefinition }
    }
  }
}

