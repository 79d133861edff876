// Original file: proto/auth/v1/safety.proto


export interface ReplaceRecoveryCodesResponseInput {
  'recoveryCodes'?: (string)[];
}

export interface ReplaceRecoveryCodesResponse {
  'recoveryCodes': (string)[];
}
