// Original file: proto/charges/v1/hours.proto

import type { ChargeHourInput as _charges_v1_ChargeHourInput, ChargeHour as _charges_v1_ChargeHour } from '../../charges/v1/ChargeHour.ts';
import type { ChargeSumsInput as _charges_v1_ChargeSumsInput, ChargeSums as _charges_v1_ChargeSums } from '../../charges/v1/ChargeSums.ts';

export interface GetChargeHoursResponseInput {
  'hours'?: (_charges_v1_ChargeHourInput)[];
  'sums'?: (_charges_v1_ChargeSumsInput | null);
}

export interface GetChargeHoursResponse {
  'hours': (_charges_v1_ChargeHour)[];
  'sums': (_charges_v1_ChargeSums | null);
}
