// Original file: proto/charges/v1/refunds.proto

import type { RefundInput as _charges_v1_RefundInput, Refund as _charges_v1_Refund } from '../../charges/v1/Refund.ts';

export interface RefundChargeResponseInput {
  'refund'?: (_charges_v1_RefundInput | null);
  'replayed'?: (boolean);
}

export interface RefundChargeResponse {
  'refund': (_charges_v1_Refund | null);
  'replayed': (boolean);
}
