// Original file: proto/charges/v1/audit.proto

import type { Long } from '@grpc/proto-loader';

export interface AuditedPaymentInput {
  'endToEndId'?: (string);
  'paidCents'?: (number | string | Long);
  'paidAt'?: (string);
}

export interface AuditedPayment {
  'endToEndId': (string);
  'paidCents': (number);
  'paidAt': (string);
}
