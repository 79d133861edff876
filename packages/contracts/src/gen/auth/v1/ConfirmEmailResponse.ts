// Original file: proto/auth/v1/safety.proto


export interface ConfirmEmailResponseInput {
  'email'?: (string);
}

export interface ConfirmEmailResponse {
  'email': (string);
}
