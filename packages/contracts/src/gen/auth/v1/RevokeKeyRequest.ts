// Original file: proto/auth/v1/keys.proto

import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from '../../access/v1/Requester.ts';

export interface RevokeKeyRequestInput {
  'accountId'?: (string);
  'keyId'?: (string);
  'requester'?: (_access_v1_RequesterInput | null);
}

export interface RevokeKeyRequest {
  'accountId': (string);
  'keyId': (string);
  'requester': (_access_v1_Requester | null);
}
