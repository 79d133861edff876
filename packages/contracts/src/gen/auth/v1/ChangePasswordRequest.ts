// Original file: proto/auth/v1/account.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface ChangePasswordRequestInput {
  'accountId'?: (string);
  'sessionId'?: (string);
  'oldPassword'?: (string);
  'newPassword'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
}

export interface ChangePasswordRequest {
  'accountId': (string);
  'sessionId': (string);
  'oldPassword': (string);
  'newPassword': (string);
  'origin': (_auth_v1_Origin | null);
}
