// Original file: proto/auth/v1/keys.proto


export interface RotateKeyRequestInput {
  'accountId'?: (string);
  'keyId'?: (string);
  'overlapSeconds'?: (number);
}

export interface RotateKeyRequest {
  'accountId': (string);
  'keyId': (string);
  'overlapSeconds': (number);
}
