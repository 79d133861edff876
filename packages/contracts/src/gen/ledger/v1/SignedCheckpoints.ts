// Original file: proto/ledger/v1/books.proto

import type { Long } from '@grpc/proto-loader';

export interface SignedCheckpointsInput {
  'keyId'?: (string);
  'count'?: (number | string | Long);
}

export interface SignedCheckpoints {
  'keyId': (string);
  'count': (number);
}
