// Original file: proto/charges/v1/charges.proto

import type { RefundStatusInput as _charges_v1_RefundStatusInput, RefundStatus as _charges_v1_RefundStatus } from '../../charges/v1/RefundStatus.ts';

export interface ReturnPaymentResponseInput {
  'status'?: (_charges_v1_RefundStatusInput);
  'failure'?: (string);
}

export interface ReturnPaymentResponse {
  'status': (_charges_v1_RefundStatus);
  'failure': (string);
}
