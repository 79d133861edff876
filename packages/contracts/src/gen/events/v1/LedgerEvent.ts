// Original file: proto/events/v1/events.proto

import type { DepositCreditedInput as _events_v1_DepositCreditedInput, DepositCredited as _events_v1_DepositCredited } from '../../events/v1/DepositCredited.ts';

export interface LedgerEventInput {
  'depositCredited'?: (_events_v1_DepositCreditedInput | null);
  'fact'?: "depositCredited";
}

export interface LedgerEvent {
  'depositCredited'?: (_events_v1_DepositCredited | null);
  'fact'?: "depositCredited";
}
