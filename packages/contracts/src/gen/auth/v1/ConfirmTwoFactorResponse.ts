// Original file: proto/auth/v1/safety.proto


export interface ConfirmTwoFactorResponseInput {
  'recoveryCodes'?: (string)[];
}

export interface ConfirmTwoFactorResponse {
  'recoveryCodes': (string)[];
}
