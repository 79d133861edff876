// Original file: proto/auth/v1/auth.proto


export interface ReportKeyUseResponseInput {
}

export interface ReportKeyUseResponse {
}
