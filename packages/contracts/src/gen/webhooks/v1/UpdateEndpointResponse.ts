// Original file: proto/webhooks/v1/webhooks.proto

import type { EndpointInput as _webhooks_v1_EndpointInput, Endpoint as _webhooks_v1_Endpoint } from '../../webhooks/v1/Endpoint.ts';

export interface UpdateEndpointResponseInput {
  'endpoint'?: (_webhooks_v1_EndpointInput | null);
}

export interface UpdateEndpointResponse {
  'endpoint': (_webhooks_v1_Endpoint | null);
}
