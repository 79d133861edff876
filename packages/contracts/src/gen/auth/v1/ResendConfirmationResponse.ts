// Original file: proto/auth/v1/safety.proto


export interface ResendConfirmationResponseInput {
}

export interface ResendConfirmationResponse {
}
