// Original file: proto/webhooks/v1/deliveries.proto


export interface ListEventsForAuditRequestInput {
  'from'?: (string);
  'to'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
}

export interface ListEventsForAuditRequest {
  'from': (string);
  'to': (string);
  'limit': (number);
  'cursor': (string);
}
