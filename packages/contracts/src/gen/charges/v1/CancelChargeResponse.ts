// Original file: proto/charges/v1/charges.proto

import type { ChargeInput as _charges_v1_ChargeInput, Charge as _charges_v1_Charge } from '../../charges/v1/Charge.ts';

export interface CancelChargeResponseInput {
  'charge'?: (_charges_v1_ChargeInput | null);
}

export interface CancelChargeResponse {
  'charge': (_charges_v1_Charge | null);
}
