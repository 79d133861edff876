// Original file: proto/auth/v1/auth.proto


export interface RevokeSessionResponseInput {
}

export interface RevokeSessionResponse {
}
