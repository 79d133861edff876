// Original file: proto/auth/v1/safety.proto


export interface ResendConfirmationRequestInput {
  'accountId'?: (string);
}

export interface ResendConfirmationRequest {
  'accountId': (string);
}
