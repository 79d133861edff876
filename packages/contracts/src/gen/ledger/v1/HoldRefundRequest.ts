// Original file: proto/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface HoldRefundRequestInput {
  'refundId'?: (string);
  'accountId'?: (string);
  'chargeId'?: (string);
  'paymentLinkId'?: (string);
  'valueCents'?: (number | string | Long);
}

export interface HoldRefundRequest {
  'refundId': (string);
  'accountId': (string);
  'chargeId': (string);
  'paymentLinkId': (string);
  'valueCents': (number);
}
