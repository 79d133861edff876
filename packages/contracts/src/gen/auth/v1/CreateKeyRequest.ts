// Original file: proto/auth/v1/keys.proto

import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from '../../access/v1/Requester.ts';

export interface CreateKeyRequestInput {
  'accountId'?: (string);
  'name'?: (string);
  'scopes'?: (string)[];
  'expiresAt'?: (string);
  'allowedIps'?: (string)[];
  'requester'?: (_access_v1_RequesterInput | null);
}

export interface CreateKeyRequest {
  'accountId': (string);
  'name': (string);
  'scopes': (string)[];
  'expiresAt': (string);
  'allowedIps': (string)[];
  'requester': (_access_v1_Requester | null);
}
