// Original file: proto/ledger/v1/recovery.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundMovementInput {
  'refundId'?: (string);
  'accountId'?: (string);
  'chargeId'?: (string);
  'endToEndId'?: (string);
  'kind'?: (string);
  'valueCents'?: (number | string | Long);
  'failure'?: (string);
  'at'?: (string);
  'moved'?: (boolean);
  'failureCode'?: (string);
}

export interface RefundMovement {
  'refundId': (string);
  'accountId': (string);
  'chargeId': (string);
  'endToEndId': (string);
  'kind': (string);
  'valueCents': (number);
  'failure': (string);
  'at': (string);
  'moved': (boolean);
  'failureCode': (string);
}
