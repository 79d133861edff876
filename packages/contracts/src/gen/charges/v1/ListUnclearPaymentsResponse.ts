// Original file: proto/charges/v1/unclear.proto

import type { UnclearPaymentInput as _charges_v1_UnclearPaymentInput, UnclearPayment as _charges_v1_UnclearPayment } from '../../charges/v1/UnclearPayment.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListUnclearPaymentsResponseInput {
  'payments'?: (_charges_v1_UnclearPaymentInput)[];
  'total'?: (number | string | Long);
}

export interface ListUnclearPaymentsResponse {
  'payments': (_charges_v1_UnclearPayment)[];
  'total': (number);
}
