import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CreateEndpointRequestInput as _webhooks_v1_CreateEndpointRequestInput, CreateEndpointRequest as _webhooks_v1_CreateEndpointRequest } from './webhooks/v1/CreateEndpointRequest.ts';
import type { CreateEndpointResponseInput as _webhooks_v1_CreateEndpointResponseInput, CreateEndpointResponse as _webhooks_v1_CreateEndpointResponse } from './webhooks/v1/CreateEndpointResponse.ts';
import type { EndpointInput as _webhooks_v1_EndpointInput, Endpoint as _webhooks_v1_Endpoint } from './webhooks/v1/Endpoint.ts';
import type { WebhooksServiceClient as _webhooks_v1_WebhooksServiceClient, WebhooksServiceDefinition as _webhooks_v1_WebhooksServiceDefinition } from './webhooks/v1/WebhooksService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  webhooks: {
    v1: {
      CreateEndpointRequest: MessageTypeDefinition<_webhooks_v1_CreateEndpointRequestInput, _webhooks_v1_CreateEndpointRequest>
      CreateEndpointResponse: MessageTypeDefinition<_webhooks_v1_CreateEndpointResponseInput, _webhooks_v1_CreateEndpointResponse>
      Endpoint: MessageTypeDefinition<_webhooks_v1_EndpointInput, _webhooks_v1_Endpoint>
      WebhooksService: SubtypeConstructor<typeof grpc.Client, _webhooks_v1_WebhooksServiceClient> & { service: _webhooks_v1_WebhooksServiceDefinition }
    }
  }
}

