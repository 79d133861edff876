// Original file: proto/charges/v1/hours.proto

import type { Long } from '@grpc/proto-loader';

export interface ChargeSumsInput {
  'createdCount'?: (number | string | Long)[];
  'createdCents'?: (number | string | Long)[];
  'paidCount'?: (number | string | Long)[];
  'paidCents'?: (number | string | Long)[];
}

export interface ChargeSums {
  'createdCount': (number)[];
  'createdCents': (number)[];
  'paidCount': (number)[];
  'paidCents': (number)[];
}
