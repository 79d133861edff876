// Original file: proto/webhooks/v1/webhooks.proto


export interface ListEndpointsRequestInput {
  'accountId'?: (string);
}

export interface ListEndpointsRequest {
  'accountId': (string);
}
