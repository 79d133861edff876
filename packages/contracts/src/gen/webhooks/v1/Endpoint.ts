// Original file: proto/webhooks/v1/webhooks.proto

import type { EndpointHealthInput as _webhooks_v1_EndpointHealthInput, EndpointHealth as _webhooks_v1_EndpointHealth } from '../../webhooks/v1/EndpointHealth.ts';

export interface EndpointInput {
  'id'?: (string);
  'name'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'createdAt'?: (string);
  'status'?: (string);
  'health'?: (_webhooks_v1_EndpointHealthInput | null);
  'hasAuthorization'?: (boolean);
  'disabledReason'?: (string);
}

export interface Endpoint {
  'id': (string);
  'name': (string);
  'url': (string);
  'events': (string)[];
  'createdAt': (string);
  'status': (string);
  'health': (_webhooks_v1_EndpointHealth | null);
  'hasAuthorization': (boolean);
  'disabledReason': (string);
}
