// Original file: proto/charges/v1/timeline.proto

import type { TimelineEntryInput as _charges_v1_TimelineEntryInput, TimelineEntry as _charges_v1_TimelineEntry } from '../../charges/v1/TimelineEntry.ts';

export interface GetChargeTimelineResponseInput {
  'entries'?: (_charges_v1_TimelineEntryInput)[];
  'chargeId'?: (string);
  'accountId'?: (string);
}

export interface GetChargeTimelineResponse {
  'entries': (_charges_v1_TimelineEntry)[];
  'chargeId': (string);
  'accountId': (string);
}
