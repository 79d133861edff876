// Original file: proto/auth/v1/safety.proto


export interface DisableTwoFactorResponseInput {
}

export interface DisableTwoFactorResponse {
}
