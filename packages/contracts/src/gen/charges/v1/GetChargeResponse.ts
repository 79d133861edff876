// Original file: proto/charges/v1/charges.proto

import type { ChargeInput as _charges_v1_ChargeInput, Charge as _charges_v1_Charge } from '../../charges/v1/Charge.ts';
import type { StatusSourceInput as _charges_v1_StatusSourceInput, StatusSource as _charges_v1_StatusSource } from '../../charges/v1/StatusSource.ts';

export interface GetChargeResponseInput {
  'charge'?: (_charges_v1_ChargeInput | null);
  'statusSource'?: (_charges_v1_StatusSourceInput);
}

export interface GetChargeResponse {
  'charge': (_charges_v1_Charge | null);
  'statusSource': (_charges_v1_StatusSource);
}
