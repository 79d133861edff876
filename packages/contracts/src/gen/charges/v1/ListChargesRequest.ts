// Original file: proto/charges/v1/charges.proto

import type { ChargeStatusInput as _charges_v1_ChargeStatusInput, ChargeStatus as _charges_v1_ChargeStatus } from '../../charges/v1/ChargeStatus.ts';

export interface ListChargesRequestInput {
  'accountId'?: (string);
  'status'?: (_charges_v1_ChargeStatusInput);
  'externalId'?: (string);
  'from'?: (string);
  'to'?: (string);
  'limit'?: (number);
  'cursor'?: (string);
  'q'?: (string);
}

export interface ListChargesRequest {
  'accountId': (string);
  'status': (_charges_v1_ChargeStatus);
  'externalId': (string);
  'from': (string);
  'to': (string);
  'limit': (number);
  'cursor': (string);
  'q': (string);
}
