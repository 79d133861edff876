// Original file: proto/auth/v1/operations.proto


export interface ResetPasswordResponseInput {
  'password'?: (string);
  'sessionsEnded'?: (number);
}

export interface ResetPasswordResponse {
  'password': (string);
  'sessionsEnded': (number);
}
