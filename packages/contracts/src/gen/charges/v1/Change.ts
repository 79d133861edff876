// Original file: proto/charges/v1/changes.proto

import type { Long } from '@grpc/proto-loader';

export interface ChangeInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'status'?: (string);
  'receivedCents'?: (number | string | Long);
}

export interface Change {
  'accountId': (string);
  'paymentLinkId': (string);
  'status': (string);
  'receivedCents': (number);
}
