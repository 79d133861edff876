// Original file: proto/auth/v1/sessions.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface LogInRequestInput {
  'email'?: (string);
  'password'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
  'code'?: (string);
}

export interface LogInRequest {
  'email': (string);
  'password': (string);
  'origin': (_auth_v1_Origin | null);
  'code': (string);
}
