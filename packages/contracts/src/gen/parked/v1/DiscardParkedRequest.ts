// Original file: proto/parked/v1/parked.proto

import type { Long } from '@grpc/proto-loader';

export interface DiscardParkedRequestInput {
  'id'?: (number | string | Long);
  'unauthenticated'?: (boolean);
  'reason'?: (string);
}

export interface DiscardParkedRequest {
  'id': (number);
  'unauthenticated': (boolean);
  'reason': (string);
}
