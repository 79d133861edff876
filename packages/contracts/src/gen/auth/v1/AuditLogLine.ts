// Original file: proto/auth/v1/operations.proto

import type { Long } from '@grpc/proto-loader';

export interface AuditLogLineInput {
  'seq'?: (number | string | Long);
  'hash'?: (string);
  'at'?: (string);
  'action'?: (string);
  'subject'?: (string);
  'accountId'?: (string);
  'detail'?: (string);
}

export interface AuditLogLine {
  'seq': (number);
  'hash': (string);
  'at': (string);
  'action': (string);
  'subject': (string);
  'accountId': (string);
  'detail': (string);
}
