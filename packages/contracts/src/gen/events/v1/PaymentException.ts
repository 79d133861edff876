// Original file: proto/events/v1/events.proto

import type { ExceptionKindInput as _events_v1_ExceptionKindInput, ExceptionKind as _events_v1_ExceptionKind } from '../../events/v1/ExceptionKind.ts';
import type { ChargeSummaryInput as _events_v1_ChargeSummaryInput, ChargeSummary as _events_v1_ChargeSummary } from '../../events/v1/ChargeSummary.ts';
import type { Long } from '@grpc/proto-loader';

export interface PaymentExceptionInput {
  'exceptionId'?: (string);
  'kind'?: (_events_v1_ExceptionKindInput);
  'amountCents'?: (number | string | Long);
  'endToEndId'?: (string);
  'txid'?: (string);
  'paidAt'?: (string);
  'charge'?: (_events_v1_ChargeSummaryInput | null);
  'foundAt'?: (string);
  'payerName'?: (string);
  'payerDocument'?: (string);
}

export interface PaymentException {
  'exceptionId': (string);
  'kind': (_events_v1_ExceptionKind);
  'amountCents': (number);
  'endToEndId': (string);
  'txid': (string);
  'paidAt': (string);
  'charge': (_events_v1_ChargeSummary | null);
  'foundAt': (string);
  'payerName': (string);
  'payerDocument': (string);
}
