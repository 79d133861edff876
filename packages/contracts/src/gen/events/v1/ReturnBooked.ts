// Original file: proto/events/v1/events.proto

import type { PaymentReturnedInput as _events_v1_PaymentReturnedInput, PaymentReturned as _events_v1_PaymentReturned } from '../../events/v1/PaymentReturned.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReturnBookedInput {
  'transactionId'?: (string);
  'bookedAt'?: (string);
  'return'?: (_events_v1_PaymentReturnedInput | null);
  'accountId'?: (string);
  'availableCents'?: (number | string | Long);
  'owedCents'?: (number | string | Long);
  'suspenseCents'?: (number | string | Long);
}

export interface ReturnBooked {
  'transactionId': (string);
  'bookedAt': (string);
  'return': (_events_v1_PaymentReturned | null);
  'accountId': (string);
  'availableCents': (number);
  'owedCents': (number);
  'suspenseCents': (number);
}
