// Original file: proto/auth/v1/keys.proto


export interface RevokeKeyRequestInput {
  'accountId'?: (string);
  'keyId'?: (string);
}

export interface RevokeKeyRequest {
  'accountId': (string);
  'keyId': (string);
}
