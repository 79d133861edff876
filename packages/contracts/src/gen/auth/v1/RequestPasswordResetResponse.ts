// Original file: proto/auth/v1/safety.proto


export interface RequestPasswordResetResponseInput {
}

export interface RequestPasswordResetResponse {
}
