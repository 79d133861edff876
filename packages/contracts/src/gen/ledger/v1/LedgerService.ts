// Original file: proto/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetBalanceRequestInput as _ledger_v1_GetBalanceRequestInput, GetBalanceRequest as _ledger_v1_GetBalanceRequest } from '../../ledger/v1/GetBalanceRequest.ts';
import type { GetBalanceResponseInput as _ledger_v1_GetBalanceResponseInput, GetBalanceResponse as _ledger_v1_GetBalanceResponse } from '../../ledger/v1/GetBalanceResponse.ts';

export interface LedgerServiceClient extends grpc.Client {
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  GetBalance(argument: _ledger_v1_GetBalanceRequestInput, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  getBalance(argument: _ledger_v1_GetBalanceRequestInput, callback: grpc.requestCallback<_ledger_v1_GetBalanceResponse>): grpc.ClientUnaryCall;
  
}

export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  GetBalance: grpc.handleUnaryCall<_ledger_v1_GetBalanceRequest, _ledger_v1_GetBalanceResponseInput>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  GetBalance: MethodDefinition<_ledger_v1_GetBalanceRequestInput, _ledger_v1_GetBalanceResponseInput, _ledger_v1_GetBalanceRequest, _ledger_v1_GetBalanceResponse>
}
