// Original file: proto/auth/v1/operations.proto


export interface VerifyAuditLogResponseInput {
  'end'?: (string);
  'broken'?: (string);
}

export interface VerifyAuditLogResponse {
  'end': (string);
  'broken': (string);
}
