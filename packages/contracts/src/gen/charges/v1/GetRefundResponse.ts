// Original file: proto/charges/v1/refunds.proto

import type { RefundInput as _charges_v1_RefundInput, Refund as _charges_v1_Refund } from '../../charges/v1/Refund.ts';

export interface GetRefundResponseInput {
  'refund'?: (_charges_v1_RefundInput | null);
}

export interface GetRefundResponse {
  'refund': (_charges_v1_Refund | null);
}
