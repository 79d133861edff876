// Original file: proto/auth/v1/keys.proto

import type { ApiKeyInput as _auth_v1_ApiKeyInput, ApiKey as _auth_v1_ApiKey } from '../../auth/v1/ApiKey.ts';

export interface ListKeysResponseInput {
  'apiKeys'?: (_auth_v1_ApiKeyInput)[];
}

export interface ListKeysResponse {
  'apiKeys': (_auth_v1_ApiKey)[];
}
