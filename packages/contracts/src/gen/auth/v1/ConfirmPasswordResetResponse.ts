// Original file: proto/auth/v1/safety.proto


export interface ConfirmPasswordResetResponseInput {
}

export interface ConfirmPasswordResetResponse {
}
