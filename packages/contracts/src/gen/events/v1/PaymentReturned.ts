// Original file: proto/events/v1/events.proto

import type { ChargeSummaryInput as _events_v1_ChargeSummaryInput, ChargeSummary as _events_v1_ChargeSummary } from '../../events/v1/ChargeSummary.ts';
import type { Long } from '@grpc/proto-loader';

export interface PaymentReturnedInput {
  'returnId'?: (string);
  'endToEndId'?: (string);
  'valueCents'?: (number | string | Long);
  'natureza'?: (string);
  'charge'?: (_events_v1_ChargeSummaryInput | null);
  'refundedCents'?: (number | string | Long);
  'returnedAt'?: (string);
  'foundAt'?: (string);
  'bankReturnId'?: (string);
}

export interface PaymentReturned {
  'returnId': (string);
  'endToEndId': (string);
  'valueCents': (number);
  'natureza': (string);
  'charge': (_events_v1_ChargeSummary | null);
  'refundedCents': (number);
  'returnedAt': (string);
  'foundAt': (string);
  'bankReturnId': (string);
}
