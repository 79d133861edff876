// Original file: proto/events/v1/events.proto

import type { PaymentExceptionInput as _events_v1_PaymentExceptionInput, PaymentException as _events_v1_PaymentException } from '../../events/v1/PaymentException.ts';

export interface PaymentSuspendedInput {
  'transactionId'?: (string);
  'suspendedAt'?: (string);
  'exception'?: (_events_v1_PaymentExceptionInput | null);
}

export interface PaymentSuspended {
  'transactionId': (string);
  'suspendedAt': (string);
  'exception': (_events_v1_PaymentException | null);
}
