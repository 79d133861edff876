// Original file: proto/charges/v1/returns.proto

import type { ReturnStatusInput as _charges_v1_ReturnStatusInput, ReturnStatus as _charges_v1_ReturnStatus } from '../../charges/v1/ReturnStatus.ts';

export interface GetReturnResponseInput {
  'status'?: (_charges_v1_ReturnStatusInput);
}

export interface GetReturnResponse {
  'status': (_charges_v1_ReturnStatus);
}
