// Original file: proto/parked/v1/parked.proto


export interface RetryParkedRequestInput {
  'topic'?: (string);
  'key'?: (string);
  'unauthenticated'?: (boolean);
  'reason'?: (string);
}

export interface RetryParkedRequest {
  'topic': (string);
  'key': (string);
  'unauthenticated': (boolean);
  'reason': (string);
}
