// Original file: proto/auth/v1/auth.proto


export interface RevokeKeyResponseInput {
}

export interface RevokeKeyResponse {
}
