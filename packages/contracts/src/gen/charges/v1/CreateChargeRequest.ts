// Original file: proto/charges/v1/charges.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateChargeRequestInput {
  'accountId'?: (string);
  'valueCents'?: (number | string | Long);
}

export interface CreateChargeRequest {
  'accountId': (string);
  'valueCents': (number);
}
