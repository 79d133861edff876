// Original file: proto/auth/v1/auth.proto


export interface RevokeKeyRequestInput {
  'accountId'?: (string);
  'keyId'?: (string);
}

export interface RevokeKeyRequest {
  'accountId': (string);
  'keyId': (string);
}
