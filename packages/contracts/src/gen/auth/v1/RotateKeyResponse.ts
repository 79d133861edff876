// Original file: proto/auth/v1/keys.proto

import type { ApiKeyInput as _auth_v1_ApiKeyInput, ApiKey as _auth_v1_ApiKey } from '../../auth/v1/ApiKey.ts';

export interface RotateKeyResponseInput {
  'apiKey'?: (_auth_v1_ApiKeyInput | null);
  'key'?: (string);
}

export interface RotateKeyResponse {
  'apiKey': (_auth_v1_ApiKey | null);
  'key': (string);
}
