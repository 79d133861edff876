// Original file: proto/ledger/v1/books.proto

import type { Long } from '@grpc/proto-loader';

export interface CountUnreadResponseInput {
  'records'?: (number | string | Long);
}

export interface CountUnreadResponse {
  'records': (number);
}
