// Original file: proto/charges/v1/returns.proto

import type { Long } from '@grpc/proto-loader';

export interface GetReturnRequestInput {
  'refundId'?: (string);
  'endToEndId'?: (string);
  'valueCents'?: (number | string | Long);
}

export interface GetReturnRequest {
  'refundId': (string);
  'endToEndId': (string);
  'valueCents': (number);
}
