// Original file: proto/charges/v1/returns.proto

import type { ReturnStatusInput as _charges_v1_ReturnStatusInput, ReturnStatus as _charges_v1_ReturnStatus } from '../../charges/v1/ReturnStatus.ts';

export interface ReturnPaymentResponseInput {
  'status'?: (_charges_v1_ReturnStatusInput);
  'failure'?: (string);
}

export interface ReturnPaymentResponse {
  'status': (_charges_v1_ReturnStatus);
  'failure': (string);
}
