// Original file: proto/events/v1/events.proto

import type { RefundSettledInput as _events_v1_RefundSettledInput, RefundSettled as _events_v1_RefundSettled } from '../../events/v1/RefundSettled.ts';

export interface RefundPostedInput {
  'transactionId'?: (string);
  'postedAt'?: (string);
  'refund'?: (_events_v1_RefundSettledInput | null);
}

export interface RefundPosted {
  'transactionId': (string);
  'postedAt': (string);
  'refund': (_events_v1_RefundSettled | null);
}
