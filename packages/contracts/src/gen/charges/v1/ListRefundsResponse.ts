// Original file: proto/charges/v1/refunds.proto

import type { RefundInput as _charges_v1_RefundInput, Refund as _charges_v1_Refund } from '../../charges/v1/Refund.ts';

export interface ListRefundsResponseInput {
  'refunds'?: (_charges_v1_RefundInput)[];
  'nextCursor'?: (string);
}

export interface ListRefundsResponse {
  'refunds': (_charges_v1_Refund)[];
  'nextCursor': (string);
}
