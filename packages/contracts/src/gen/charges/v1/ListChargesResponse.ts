// Original file: proto/charges/v1/charges.proto

import type { ChargeInput as _charges_v1_ChargeInput, Charge as _charges_v1_Charge } from '../../charges/v1/Charge.ts';

export interface ListChargesResponseInput {
  'charges'?: (_charges_v1_ChargeInput)[];
  'nextCursor'?: (string);
}

export interface ListChargesResponse {
  'charges': (_charges_v1_Charge)[];
  'nextCursor': (string);
}
