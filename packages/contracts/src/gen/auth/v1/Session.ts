// Original file: proto/auth/v1/account.proto

import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from '../../auth/v1/Origin.ts';

export interface SessionInput {
  'id'?: (string);
  'createdAt'?: (string);
  'expiresAt'?: (string);
  'lastSeenAt'?: (string);
  'origin'?: (_auth_v1_OriginInput | null);
  'proofAt'?: (string);
}

export interface Session {
  'id': (string);
  'createdAt': (string);
  'expiresAt': (string);
  'lastSeenAt': (string);
  'origin': (_auth_v1_Origin | null);
  'proofAt': (string);
}
