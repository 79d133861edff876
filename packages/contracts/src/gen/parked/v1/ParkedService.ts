// Original file: proto/parked/v1/parked.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DiscardParkedRequestInput as _parked_v1_DiscardParkedRequestInput, DiscardParkedRequest as _parked_v1_DiscardParkedRequest } from '../../parked/v1/DiscardParkedRequest.ts';
import type { DiscardParkedResponseInput as _parked_v1_DiscardParkedResponseInput, DiscardParkedResponse as _parked_v1_DiscardParkedResponse } from '../../parked/v1/DiscardParkedResponse.ts';
import type { ListParkedRequestInput as _parked_v1_ListParkedRequestInput, ListParkedRequest as _parked_v1_ListParkedRequest } from '../../parked/v1/ListParkedRequest.ts';
import type { ListParkedResponseInput as _parked_v1_ListParkedResponseInput, ListParkedResponse as _parked_v1_ListParkedResponse } from '../../parked/v1/ListParkedResponse.ts';
import type { RetryParkedRequestInput as _parked_v1_RetryParkedRequestInput, RetryParkedRequest as _parked_v1_RetryParkedRequest } from '../../parked/v1/RetryParkedRequest.ts';
import type { RetryParkedResponseInput as _parked_v1_RetryParkedResponseInput, RetryParkedResponse as _parked_v1_RetryParkedResponse } from '../../parked/v1/RetryParkedResponse.ts';

export interface ParkedServiceClient extends grpc.Client {
  DiscardParked(argument: _parked_v1_DiscardParkedRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  DiscardParked(argument: _parked_v1_DiscardParkedRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  DiscardParked(argument: _parked_v1_DiscardParkedRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  DiscardParked(argument: _parked_v1_DiscardParkedRequestInput, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  discardParked(argument: _parked_v1_DiscardParkedRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  discardParked(argument: _parked_v1_DiscardParkedRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  discardParked(argument: _parked_v1_DiscardParkedRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  discardParked(argument: _parked_v1_DiscardParkedRequestInput, callback: grpc.requestCallback<_parked_v1_DiscardParkedResponse>): grpc.ClientUnaryCall;
  
  ListParked(argument: _parked_v1_ListParkedRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  ListParked(argument: _parked_v1_ListParkedRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  ListParked(argument: _parked_v1_ListParkedRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  ListParked(argument: _parked_v1_ListParkedRequestInput, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  listParked(argument: _parked_v1_ListParkedRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  listParked(argument: _parked_v1_ListParkedRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  listParked(argument: _parked_v1_ListParkedRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  listParked(argument: _parked_v1_ListParkedRequestInput, callback: grpc.requestCallback<_parked_v1_ListParkedResponse>): grpc.ClientUnaryCall;
  
  RetryParked(argument: _parked_v1_RetryParkedRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  RetryParked(argument: _parked_v1_RetryParkedRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  RetryParked(argument: _parked_v1_RetryParkedRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  RetryParked(argument: _parked_v1_RetryParkedRequestInput, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  retryParked(argument: _parked_v1_RetryParkedRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  retryParked(argument: _parked_v1_RetryParkedRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  retryParked(argument: _parked_v1_RetryParkedRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  retryParked(argument: _parked_v1_RetryParkedRequestInput, callback: grpc.requestCallback<_parked_v1_RetryParkedResponse>): grpc.ClientUnaryCall;
  
}

export interface ParkedServiceHandlers extends grpc.UntypedServiceImplementation {
  DiscardParked: grpc.handleUnaryCall<_parked_v1_DiscardParkedRequest, _parked_v1_DiscardParkedResponseInput>;
  
  ListParked: grpc.handleUnaryCall<_parked_v1_ListParkedRequest, _parked_v1_ListParkedResponseInput>;
  
  RetryParked: grpc.handleUnaryCall<_parked_v1_RetryParkedRequest, _parked_v1_RetryParkedResponseInput>;
  
}

export interface ParkedServiceDefinition extends grpc.ServiceDefinition {
  DiscardParked: MethodDefinition<_parked_v1_DiscardParkedRequestInput, _parked_v1_DiscardParkedResponseInput, _parked_v1_DiscardParkedRequest, _parked_v1_DiscardParkedResponse>
  ListParked: MethodDefinition<_parked_v1_ListParkedRequestInput, _parked_v1_ListParkedResponseInput, _parked_v1_ListParkedRequest, _parked_v1_ListParkedResponse>
  RetryParked: MethodDefinition<_parked_v1_RetryParkedRequestInput, _parked_v1_RetryParkedResponseInput, _parked_v1_RetryParkedRequest, _parked_v1_RetryParkedResponse>
}
