// Original file: proto/webhooks/v1/webhooks.proto


export interface ListEventsResponseInput {
  'events'?: (string)[];
  'nextCursor'?: (string);
}

export interface ListEventsResponse {
  'events': (string)[];
  'nextCursor': (string);
}
