// Original file: proto/auth/v1/operations.proto


export interface ResetPasswordRequestInput {
  'accountId'?: (string);
  'operator'?: (string);
  'reason'?: (string);
}

export interface ResetPasswordRequest {
  'accountId': (string);
  'operator': (string);
  'reason': (string);
}
