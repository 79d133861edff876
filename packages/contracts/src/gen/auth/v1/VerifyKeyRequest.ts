// Original file: proto/auth/v1/key_use.proto


export interface VerifyKeyRequestInput {
  'key'?: (string);
}

export interface VerifyKeyRequest {
  'key': (string);
}
