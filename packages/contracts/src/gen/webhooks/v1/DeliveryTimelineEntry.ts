// Original file: proto/webhooks/v1/deliveries.proto


export interface DeliveryTimelineEntryInput {
  'at'?: (string);
  'kind'?: (string);
  'detail'?: (string);
  'traceId'?: (string);
}

export interface DeliveryTimelineEntry {
  'at': (string);
  'kind': (string);
  'detail': (string);
  'traceId': (string);
}
