// Original file: proto/webhooks/v1/webhooks.proto


export interface GetEndpointRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
}

export interface GetEndpointRequest {
  'accountId': (string);
  'endpointId': (string);
}
