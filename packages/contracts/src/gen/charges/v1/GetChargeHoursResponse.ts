// Original file: proto/charges/v1/hours.proto

import type { ChargeHourInput as _charges_v1_ChargeHourInput, ChargeHour as _charges_v1_ChargeHour } from '../../charges/v1/ChargeHour.ts';

export interface GetChargeHoursResponseInput {
  'hours'?: (_charges_v1_ChargeHourInput)[];
}

export interface GetChargeHoursResponse {
  'hours': (_charges_v1_ChargeHour)[];
}
