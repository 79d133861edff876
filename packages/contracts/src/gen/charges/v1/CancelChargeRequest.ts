// Original file: proto/charges/v1/charges.proto

import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from '../../access/v1/Requester.ts';

export interface CancelChargeRequestInput {
  'accountId'?: (string);
  'paymentLinkId'?: (string);
  'requester'?: (_access_v1_RequesterInput | null);
}

export interface CancelChargeRequest {
  'accountId': (string);
  'paymentLinkId': (string);
  'requester': (_access_v1_Requester | null);
}
