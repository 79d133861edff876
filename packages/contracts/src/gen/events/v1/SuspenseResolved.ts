// Original file: proto/events/v1/events.proto

import type { SuspenseResolutionInput as _events_v1_SuspenseResolutionInput, SuspenseResolution as _events_v1_SuspenseResolution } from '../../events/v1/SuspenseResolution.ts';
import type { PaymentExceptionInput as _events_v1_PaymentExceptionInput, PaymentException as _events_v1_PaymentException } from '../../events/v1/PaymentException.ts';
import type { Long } from '@grpc/proto-loader';

export interface SuspenseResolvedInput {
  'transactionId'?: (string);
  'resolvedAt'?: (string);
  'resolution'?: (_events_v1_SuspenseResolutionInput);
  'accountId'?: (string);
  'exception'?: (_events_v1_PaymentExceptionInput | null);
  'amountCents'?: (number | string | Long);
}

export interface SuspenseResolved {
  'transactionId': (string);
  'resolvedAt': (string);
  'resolution': (_events_v1_SuspenseResolution);
  'accountId': (string);
  'exception': (_events_v1_PaymentException | null);
  'amountCents': (number);
}
