// Original file: proto/auth/v1/key_use.proto


export interface ReportKeyUseResponseInput {
}

export interface ReportKeyUseResponse {
}
