// Original file: proto/ledger/v1/recovery.proto

import type { ChargeSummaryInput as _events_v1_ChargeSummaryInput, ChargeSummary as _events_v1_ChargeSummary } from '../../events/v1/ChargeSummary.ts';

export interface GetPaymentBookingResponseInput {
  'charge'?: (_events_v1_ChargeSummaryInput | null);
  'creditedEndToEndId'?: (string);
  'refundIds'?: (string)[];
  'requestedReturnIds'?: (string)[];
  'bookedAs'?: (string);
  'paidLate'?: (boolean);
}

export interface GetPaymentBookingResponse {
  'charge': (_events_v1_ChargeSummary | null);
  'creditedEndToEndId': (string);
  'refundIds': (string)[];
  'requestedReturnIds': (string)[];
  'bookedAs': (string);
  'paidLate': (boolean);
}
