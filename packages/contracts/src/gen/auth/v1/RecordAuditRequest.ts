// Original file: proto/auth/v1/audit.proto


export interface RecordAuditRequestInput {
  'actor'?: (string);
  'action'?: (string);
  'subject'?: (string);
  'accountId'?: (string);
  'detail'?: (string);
}

export interface RecordAuditRequest {
  'actor': (string);
  'action': (string);
  'subject': (string);
  'accountId': (string);
  'detail': (string);
}
