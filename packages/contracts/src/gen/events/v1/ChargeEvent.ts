// Original file: proto/events/v1/events.proto

import type { ChargeCompletedInput as _events_v1_ChargeCompletedInput, ChargeCompleted as _events_v1_ChargeCompleted } from '../../events/v1/ChargeCompleted.ts';

export interface ChargeEventInput {
  'chargeCompleted'?: (_events_v1_ChargeCompletedInput | null);
  'fact'?: "chargeCompleted";
}

export interface ChargeEvent {
  'chargeCompleted'?: (_events_v1_ChargeCompleted | null);
  'fact'?: "chargeCompleted";
}
