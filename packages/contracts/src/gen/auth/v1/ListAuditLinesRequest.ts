// Original file: proto/auth/v1/operations.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAuditLinesRequestInput {
  'after'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListAuditLinesRequest {
  'after': (number);
  'limit': (number);
}
