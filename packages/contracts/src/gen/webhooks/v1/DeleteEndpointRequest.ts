// Original file: proto/webhooks/v1/webhooks.proto


export interface DeleteEndpointRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
}

export interface DeleteEndpointRequest {
  'accountId': (string);
  'endpointId': (string);
}
