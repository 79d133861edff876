// Original file: proto/webhooks/v1/webhooks.proto


export interface ListEventsRequestInput {
  'accountId'?: (string);
  'after'?: (string);
  'limit'?: (number);
}

export interface ListEventsRequest {
  'accountId': (string);
  'after': (string);
  'limit': (number);
}
