// Original file: proto/auth/v1/keys.proto

import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from '../../access/v1/Requester.ts';

export interface RotateKeyRequestInput {
  'accountId'?: (string);
  'keyId'?: (string);
  'overlapSeconds'?: (number);
  'requester'?: (_access_v1_RequesterInput | null);
}

export interface RotateKeyRequest {
  'accountId': (string);
  'keyId': (string);
  'overlapSeconds': (number);
  'requester': (_access_v1_Requester | null);
}
