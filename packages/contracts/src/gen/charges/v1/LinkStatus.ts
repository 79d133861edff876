// Original file: proto/charges/v1/changes.proto

import type { Long } from '@grpc/proto-loader';

export interface LinkStatusInput {
  'paymentLinkId'?: (string);
  'status'?: (string);
  'receivedCents'?: (number | string | Long);
}

export interface LinkStatus {
  'paymentLinkId': (string);
  'status': (string);
  'receivedCents': (number);
}
