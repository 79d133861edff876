// Original file: proto/charges/v1/unclear.proto

import type { RecheckedPaymentInput as _charges_v1_RecheckedPaymentInput, RecheckedPayment as _charges_v1_RecheckedPayment } from '../../charges/v1/RecheckedPayment.ts';

export interface RecheckPaymentsResponseInput {
  'results'?: (_charges_v1_RecheckedPaymentInput)[];
}

export interface RecheckPaymentsResponse {
  'results': (_charges_v1_RecheckedPayment)[];
}
