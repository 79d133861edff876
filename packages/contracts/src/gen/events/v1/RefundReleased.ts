// Original file: proto/events/v1/events.proto

import type { RefundFailedInput as _events_v1_RefundFailedInput, RefundFailed as _events_v1_RefundFailed } from '../../events/v1/RefundFailed.ts';

export interface RefundReleasedInput {
  'transactionId'?: (string);
  'releasedAt'?: (string);
  'refund'?: (_events_v1_RefundFailedInput | null);
}

export interface RefundReleased {
  'transactionId': (string);
  'releasedAt': (string);
  'refund': (_events_v1_RefundFailed | null);
}
