// Original file: proto/events/v1/events.proto

import type { ChargeSummaryInput as _events_v1_ChargeSummaryInput, ChargeSummary as _events_v1_ChargeSummary } from '../../events/v1/ChargeSummary.ts';
import type { Long } from '@grpc/proto-loader';

export interface RefundFailedInput {
  'refundId'?: (string);
  'charge'?: (_events_v1_ChargeSummaryInput | null);
  'valueCents'?: (number | string | Long);
  'reason'?: (string);
  'failedAt'?: (string);
  'failureCode'?: (string);
}

export interface RefundFailed {
  'refundId': (string);
  'charge': (_events_v1_ChargeSummary | null);
  'valueCents': (number);
  'reason': (string);
  'failedAt': (string);
  'failureCode': (string);
}
