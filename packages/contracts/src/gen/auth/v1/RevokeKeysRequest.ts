// Original file: proto/auth/v1/operations.proto


export interface RevokeKeysRequestInput {
  'keyId'?: (string);
  'accountId'?: (string);
  'createdBefore'?: (string);
  'operator'?: (string);
  'reason'?: (string);
  'which'?: "keyId"|"accountId"|"createdBefore";
}

export interface RevokeKeysRequest {
  'keyId'?: (string);
  'accountId'?: (string);
  'createdBefore'?: (string);
  'operator': (string);
  'reason': (string);
  'which'?: "keyId"|"accountId"|"createdBefore";
}
