// Original file: proto/events/v1/events.proto

import type { ChargeSummaryInput as _events_v1_ChargeSummaryInput, ChargeSummary as _events_v1_ChargeSummary } from '../../events/v1/ChargeSummary.ts';

export interface ChargeExpiredInput {
  'charge'?: (_events_v1_ChargeSummaryInput | null);
  'expiredAt'?: (string);
}

export interface ChargeExpired {
  'charge': (_events_v1_ChargeSummary | null);
  'expiredAt': (string);
}
