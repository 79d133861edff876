// Original file: proto/ledger/v1/suspense.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveSuspenseRequestInput {
  'exceptionId'?: (string);
  'decision'?: (string);
  'accountId'?: (string);
  'operator'?: (string);
  'reason'?: (string);
  'approvalId'?: (string);
  'amountCents'?: (number | string | Long);
  '_amountCents'?: "amountCents";
}

export interface ResolveSuspenseRequest {
  'exceptionId': (string);
  'decision': (string);
  'accountId': (string);
  'operator': (string);
  'reason': (string);
  'approvalId': (string);
  'amountCents'?: (number);
  '_amountCents'?: "amountCents";
}
