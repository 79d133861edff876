// Original file: proto/auth/v1/safety.proto


export interface ConfirmEmailRequestInput {
  'token'?: (string);
}

export interface ConfirmEmailRequest {
  'token': (string);
}
