// Original file: proto/webhooks/v1/rollups.proto

import type { Long } from '@grpc/proto-loader';

export interface NotifiedSumsInput {
  'notifiedCount'?: (number | string | Long)[];
}

export interface NotifiedSums {
  'notifiedCount': (number)[];
}
