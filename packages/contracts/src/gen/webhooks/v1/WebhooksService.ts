// Original file: proto/webhooks/v1/webhooks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateEndpointRequestInput as _webhooks_v1_CreateEndpointRequestInput, CreateEndpointRequest as _webhooks_v1_CreateEndpointRequest } from '../../webhooks/v1/CreateEndpointRequest.ts';
import type { CreateEndpointResponseInput as _webhooks_v1_CreateEndpointResponseInput, CreateEndpointResponse as _webhooks_v1_CreateEndpointResponse } from '../../webhooks/v1/CreateEndpointResponse.ts';

export interface WebhooksServiceClient extends grpc.Client {
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  CreateEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  createEndpoint(argument: _webhooks_v1_CreateEndpointRequestInput, callback: grpc.requestCallback<_webhooks_v1_CreateEndpointResponse>): grpc.ClientUnaryCall;
  
}

export interface WebhooksServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateEndpoint: grpc.handleUnaryCall<_webhooks_v1_CreateEndpointRequest, _webhooks_v1_CreateEndpointResponseInput>;
  
}

export interface WebhooksServiceDefinition extends grpc.ServiceDefinition {
  CreateEndpoint: MethodDefinition<_webhooks_v1_CreateEndpointRequestInput, _webhooks_v1_CreateEndpointResponseInput, _webhooks_v1_CreateEndpointRequest, _webhooks_v1_CreateEndpointResponse>
}
