// Original file: proto/ledger/v1/hours.proto

import type { Long } from '@grpc/proto-loader';

export interface HolderSumsInput {
  'creditedCount'?: (number | string | Long)[];
  'creditedCents'?: (number | string | Long)[];
  'feeCents'?: (number | string | Long)[];
  'refundedCount'?: (number | string | Long)[];
  'refundedCents'?: (number | string | Long)[];
  'suspenseCreditedCount'?: (number | string | Long)[];
  'suspenseCreditedCents'?: (number | string | Long)[];
}

export interface HolderSums {
  'creditedCount': (number)[];
  'creditedCents': (number)[];
  'feeCents': (number)[];
  'refundedCount': (number)[];
  'refundedCents': (number)[];
  'suspenseCreditedCount': (number)[];
  'suspenseCreditedCents': (number)[];
}
