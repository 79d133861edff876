// Original file: proto/charges/v1/returns.proto

import type { ReturnStatusInput as _charges_v1_ReturnStatusInput, ReturnStatus as _charges_v1_ReturnStatus } from '../../charges/v1/ReturnStatus.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetReturnResponseInput {
  'status'?: (_charges_v1_ReturnStatusInput);
  'valueCents'?: (number | string | Long);
}

export interface GetReturnResponse {
  'status': (_charges_v1_ReturnStatus);
  'valueCents': (number);
}
