// Original file: proto/charges/v1/refunds.proto

import type { RefundStatusInput as _charges_v1_RefundStatusInput, RefundStatus as _charges_v1_RefundStatus } from '../../charges/v1/RefundStatus.ts';

export interface ListRefundsRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'status'?: (_charges_v1_RefundStatusInput);
  'from'?: (string);
  'to'?: (string);
}

export interface ListRefundsRequest {
  'accountId': (string);
  'paymentLinkId': (string);
  'limit': (number);
  'cursor': (string);
  'status': (_charges_v1_RefundStatus);
  'from': (string);
  'to': (string);
}
