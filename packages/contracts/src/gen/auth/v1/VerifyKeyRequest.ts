// Original file: proto/auth/v1/auth.proto


export interface VerifyKeyRequestInput {
  'key'?: (string);
}

export interface VerifyKeyRequest {
  'key': (string);
}
