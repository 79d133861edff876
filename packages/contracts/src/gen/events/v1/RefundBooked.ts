// Original file: proto/events/v1/events.proto

import type { RefundSettledInput as _events_v1_RefundSettledInput, RefundSettled as _events_v1_RefundSettled } from '../../events/v1/RefundSettled.ts';

export interface RefundBookedInput {
  'transactionId'?: (string);
  'bookedAt'?: (string);
  'refund'?: (_events_v1_RefundSettledInput | null);
}

export interface RefundBooked {
  'transactionId': (string);
  'bookedAt': (string);
  'refund': (_events_v1_RefundSettled | null);
}
