// Original file: proto/auth/v1/safety.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface ConfirmPasswordResetRequestInput {
  'token'?: (string);
  'newPassword'?: (string);
  'code'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
}

export interface ConfirmPasswordResetRequest {
  'token': (string);
  'newPassword': (string);
  'code': (string);
  'origin': (_auth_v1_Origin | null);
}
