// Original file: proto/auth/v1/sessions.proto


export interface RevokeSessionResponseInput {
}

export interface RevokeSessionResponse {
}
