// Original file: proto/charges/v1/callbacks.proto

import type { NotifiedPaymentInput as _charges_v1_NotifiedPaymentInput, NotifiedPayment as _charges_v1_NotifiedPayment } from '../../charges/v1/NotifiedPayment.ts';

export interface NotifyPaymentsRequestInput {
  'txids'?: (string)[];
  'endToEndIds'?: (string)[];
  'payments'?: (_charges_v1_NotifiedPaymentInput)[];
}

export interface NotifyPaymentsRequest {
  'txids': (string)[];
  'endToEndIds': (string)[];
  'payments': (_charges_v1_NotifiedPayment)[];
}
