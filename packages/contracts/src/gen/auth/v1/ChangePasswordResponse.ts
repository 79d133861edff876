// Original file: proto/auth/v1/auth.proto


export interface ChangePasswordResponseInput {
}

export interface ChangePasswordResponse {
}
