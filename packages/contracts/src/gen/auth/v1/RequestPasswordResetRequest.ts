// Original file: proto/auth/v1/safety.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface RequestPasswordResetRequestInput {
  'email'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
}

export interface RequestPasswordResetRequest {
  'email': (string);
  'origin': (_auth_v1_Origin | null);
}
