// Original file: proto/auth/v1/auth.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface SessionInput {
  'id'?: (string);
  'createdAt'?: (string);
  'expiresAt'?: (string);
  'lastSeenAt'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
}

export interface Session {
  'id': (string);
  'createdAt': (string);
  'expiresAt': (string);
  'lastSeenAt': (string);
  'origin': (_auth_v1_Origin | null);
}
