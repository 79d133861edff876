// Original file: proto/auth/v1/auth.proto


export interface RecordAuditResponseInput {
}

export interface RecordAuditResponse {
}
