// Original file: proto/ledger/v1/hours.proto

import type { HolderHourInput as _ledger_v1_HolderHourInput, HolderHour as _ledger_v1_HolderHour } from '../../ledger/v1/HolderHour.ts';
import type { HolderSumsInput as _ledger_v1_HolderSumsInput, HolderSums as _ledger_v1_HolderSums } from '../../ledger/v1/HolderSums.ts';

export interface GetHolderHoursResponseInput {
  'hours'?: (_ledger_v1_HolderHourInput)[];
  'sums'?: (_ledger_v1_HolderSumsInput | null);
}

export interface GetHolderHoursResponse {
  'hours': (_ledger_v1_HolderHour)[];
  'sums': (_ledger_v1_HolderSums | null);
}
