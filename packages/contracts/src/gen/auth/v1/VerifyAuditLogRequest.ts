// Original file: proto/auth/v1/operations.proto


export interface VerifyAuditLogRequestInput {
  'ends'?: (string)[];
}

export interface VerifyAuditLogRequest {
  'ends': (string)[];
}
