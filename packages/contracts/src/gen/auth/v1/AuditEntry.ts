// Original file: proto/auth/v1/safety.proto


export interface AuditEntryInput {
  'id'?: (string);
  'at'?: (string);
  'actor'?: (string);
  'action'?: (string);
  'subject'?: (string);
  'detail'?: (string);
  'ip'?: (string);
}

export interface AuditEntry {
  'id': (string);
  'at': (string);
  'actor': (string);
  'action': (string);
  'subject': (string);
  'detail': (string);
  'ip': (string);
}
