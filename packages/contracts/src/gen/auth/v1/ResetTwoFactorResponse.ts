// Original file: proto/auth/v1/operations.proto


export interface ResetTwoFactorResponseInput {
  'sessionsEnded'?: (number);
}

export interface ResetTwoFactorResponse {
  'sessionsEnded': (number);
}
