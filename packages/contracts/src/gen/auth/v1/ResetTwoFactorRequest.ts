// Original file: proto/auth/v1/operations.proto


export interface ResetTwoFactorRequestInput {
  'accountId'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface ResetTwoFactorRequest {
  'accountId': (string);
  'operator': (string);
  'reason': (string);
}
