// Original file: proto/auth/v1/keys.proto


export interface RevokeKeyResponseInput {
}

export interface RevokeKeyResponse {
}
