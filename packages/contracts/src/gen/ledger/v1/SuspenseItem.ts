// Original file: proto/ledger/v1/suspense.proto

import type { Long } from '@grpc/proto-loader';

export interface SuspenseItemInput {
  'exceptionId'?: (string);
  'kind'?: (string);
  'amountCents'?: (number | string | Long);
  'accountId'?: (string);
  'chargeId'?: (string);
  'endToEndId'?: (string);
  'suspendedAt'?: (string);
  'resolution'?: (string);
  'failure'?: (string);
  'returnedCents'?: (number | string | Long);
  'payerName'?: (string);
  'payerDocument'?: (string);
}

export interface SuspenseItem {
  'exceptionId': (string);
  'kind': (string);
  'amountCents': (number);
  'accountId': (string);
  'chargeId': (string);
  'endToEndId': (string);
  'suspendedAt': (string);
  'resolution': (string);
  'failure': (string);
  'returnedCents': (number);
  'payerName': (string);
  'payerDocument': (string);
}
