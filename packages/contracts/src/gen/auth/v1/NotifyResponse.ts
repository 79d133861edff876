// Original file: proto/auth/v1/safety.proto


export interface NotifyResponseInput {
}

export interface NotifyResponse {
}
