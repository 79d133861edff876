// Original file: proto/auth/v1/audit.proto


export interface RecordAuditResponseInput {
}

export interface RecordAuditResponse {
}
