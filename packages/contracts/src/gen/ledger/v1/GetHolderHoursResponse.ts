// Original file: proto/ledger/v1/hours.proto

import type { HolderHourInput as _ledger_v1_HolderHourInput, HolderHour as _ledger_v1_HolderHour } from '../../ledger/v1/HolderHour.ts';

export interface GetHolderHoursResponseInput {
  'hours'?: (_ledger_v1_HolderHourInput)[];
}

export interface GetHolderHoursResponse {
  'hours': (_ledger_v1_HolderHour)[];
}
