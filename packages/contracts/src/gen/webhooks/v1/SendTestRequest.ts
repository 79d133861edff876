// Original file: proto/webhooks/v1/webhooks.proto


export interface SendTestRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
  'event'?: (string);
}

export interface SendTestRequest {
  'accountId': (string);
  'endpointId': (string);
  'event': (string);
}
