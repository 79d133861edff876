// Original file: proto/webhooks/v1/deliveries.proto


export interface ListDeliveriesRequestInput {
  'accountId'?: (string);
  'endpointId'?: (string);
  'status'?: (string);
  'from'?: (string);
  'to'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'event'?: (string);
  'eventId'?: (string);
}

export interface ListDeliveriesRequest {
  'accountId': (string);
  'endpointId': (string);
  'status': (string);
  'from': (string);
  'to': (string);
  'limit': (number);
  'cursor': (string);
  'event': (string);
  'eventId': (string);
}
