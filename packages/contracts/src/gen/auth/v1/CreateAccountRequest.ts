// Original file: proto/auth/v1/account.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface CreateAccountRequestInput {
  'email'?: (string);
  'password'?: (string);
  'name'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
  'language'?: (string);
}

export interface CreateAccountRequest {
  'email': (string);
  'password': (string);
  'name': (string);
  'origin': (_auth_v1_Origin | null);
  'language': (string);
}
