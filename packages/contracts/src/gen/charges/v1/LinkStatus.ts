// Original file: proto/charges/v1/charges.proto

import type { ChargeStatusInput as _charges_v1_ChargeStatusInput, ChargeStatus as _charges_v1_ChargeStatus } from '../../charges/v1/ChargeStatus.ts';

export interface LinkStatusInput {
  'paymentLinkId'?: (string);
  'status'?: (_charges_v1_ChargeStatusInput);
}

export interface LinkStatus {
  'paymentLinkId': (string);
  'status': (_charges_v1_ChargeStatus);
}
