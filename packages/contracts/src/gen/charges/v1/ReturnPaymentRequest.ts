// Original file: proto/charges/v1/returns.proto

import type { Long } from '@grpc/proto-loader';

export interface ReturnPaymentRequestInput {
  'refundId'?: (string);
  'endToEndId'?: (string);
  'valueCents'?: (number | string | Long);
}

export interface ReturnPaymentRequest {
  'refundId': (string);
  'endToEndId': (string);
  'valueCents': (number);
}
