// Original file: proto/charges/v1/timeline.proto


export interface TimelineEntryInput {
  'at'?: (string);
  'kind'?: (string);
  'detail'?: (string);
  'traceId'?: (string);
}

export interface TimelineEntry {
  'at': (string);
  'kind': (string);
  'detail': (string);
  'traceId': (string);
}
