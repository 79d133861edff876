// Original file: proto/auth/v1/safety.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface ConfirmTwoFactorRequestInput {
  'accountId'?: (string);
  'code'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
  'sessionId'?: (string);
}

export interface ConfirmTwoFactorRequest {
  'accountId': (string);
  'code': (string);
  'origin': (_auth_v1_Origin | null);
  'sessionId': (string);
}
