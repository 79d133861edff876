// Original file: proto/auth/v1/account.proto


export interface ChangePasswordResponseInput {
}

export interface ChangePasswordResponse {
}
