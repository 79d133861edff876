// Original file: proto/auth/v1/keys.proto

import type { ApiKeyInput as _auth_v1_ApiKeyInput, ApiKey as _auth_v1_ApiKey } from '../../auth/v1/ApiKey.ts';

export interface RenameKeyResponseInput {
  'apiKey'?: (_auth_v1_ApiKeyInput | null);
}

export interface RenameKeyResponse {
  'apiKey': (_auth_v1_ApiKey | null);
}
