// Original file: proto/parked/v1/parked.proto

import type { Long } from '@grpc/proto-loader';

export interface ParkedRecordInput {
  'id'?: (number | string | Long);
  'topic'?: (string);
  'partition'?: (number);
  'offset'?: (string);
  'key'?: (string);
  'eventId'?: (string);
  'reason'?: (string);
  'detail'?: (string);
  'parkedAt'?: (string);
  'attempts'?: (number);
  'isRetryRequested'?: (boolean);
  'waitingBehind'?: (number);
}

export interface ParkedRecord {
  'id': (number);
  'topic': (string);
  'partition': (number);
  'offset': (string);
  'key': (string);
  'eventId': (string);
  'reason': (string);
  'detail': (string);
  'parkedAt': (string);
  'attempts': (number);
  'isRetryRequested': (boolean);
  'waitingBehind': (number);
}
