// Original file: proto/webhooks/v1/webhooks.proto


export interface AckEventsRequestInput {
  'accountId'?: (string);
  'cursor'?: (string);
}

export interface AckEventsRequest {
  'accountId': (string);
  'cursor': (string);
}
