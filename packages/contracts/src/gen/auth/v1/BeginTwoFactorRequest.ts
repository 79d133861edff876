// Original file: proto/auth/v1/safety.proto


export interface BeginTwoFactorRequestInput {
  'accountId'?: (string);
}

export interface BeginTwoFactorRequest {
  'accountId': (string);
}
